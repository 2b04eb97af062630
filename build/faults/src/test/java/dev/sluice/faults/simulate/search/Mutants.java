package dev.sluice.faults.simulate.search;

import dev.sluice.faults.simulate.world.Promise;
import java.util.List;
import java.util.stream.Stream;

/** The changes that the simulation has to notice, each one of a line or two. */
final class Mutants {

    private Mutants() {}

    static List<Mutant> all() {
        return Stream.of(UpdateMutants.all(), ofTheCore(), ofControl(), LaneMutants.all())
                .flatMap(List::stream)
                .toList();
    }

    /** Changes to reading, planning, scheduling and caching. */
    private static List<Mutant> ofTheCore() {
        return List.of(
                new Mutant(
                        "outcomes are forgotten when their results are written",
                        "Gateway",
                        "final long now = Math.min(seen, sink.durableIndex());",
                        "final long now = finished() ? durable : window.firstUnwritten() - 1;",
                        Promise.GOES_ON,
                        "seed 229"),
                new Mutant(
                        "results of a former run are not flushed",
                        "Gateway",
                        "if (!begun) {",
                        "if (false) {",
                        Promise.RESULT,
                        "written-2-chunk 25:PROCESS_CRASH 47:POWER_CUT"),
                new Mutant(
                        "an update neither keeps results of conflicting reads nor waits until they are written",
                        "core.schedule.PlannedCalls",
                        "return later.update() && waitsForResults(later);",
                        "return false;",
                        Promise.RESULT,
                        "seed 255"),
                new Mutant(
                        "an update does not wait until a result that it cannot keep is written",
                        "core.schedule.PlannedCalls",
                        "} else if (mustBeWritten(result, affected)) {",
                        "} else if (false) {",
                        Promise.RESULT,
                        "seed 900"),
                new Mutant(
                        "a cache is not told of updates",
                        "core.plan.Chunk",
                        "caches.written(operation, arguments);",
                        "",
                        Promise.RESULT,
                        "seed 60"),
                new Mutant(
                        "what was asked before an update is cached behind it",
                        "cache.LookupCaches",
                        "entry != null && unwritten(key, entry.writesBefore());",
                        "entry != null;",
                        Promise.RESULT,
                        "seed 121"),
                new Mutant(
                        "an update does not wait until results that came from a cache are written",
                        "core.plan.Chunk",
                        "planner.addAnswered(item, operation, arguments);",
                        "",
                        Promise.RESULT,
                        "written-25-chunk 162:PROCESS_CRASH"),
                new Mutant(
                        "a cache is dropped by updates of other tables only",
                        "cache.LookupCaches",
                        "if (conflict.always()) { forget();",
                        "if (!conflict.always()) { forget();",
                        Promise.RESULT,
                        "seed 79"),
                new Mutant(
                        "requests of one row do not conflict",
                        "core.plan.RowLevels",
                        "index(both.mine()).largest(later.hash(both.its()))",
                        "0",
                        Promise.RESULT,
                        "seed 255"),
                new Mutant(
                        "calls that touch one row do not conflict",
                        "core.schedule.CallPair",
                        "theirs.largest(question.arguments().hash(both.mine())) > 0",
                        "false",
                        Promise.RESULT,
                        "seed 137"),
                new Mutant(
                        "rows are told apart by the wrong argument",
                        "core.plan.RowLevels",
                        "later.hash(both.its())",
                        "later.hash(List.of(0))",
                        Promise.RESULT,
                        "seed 1575"),
                new Mutant(
                        "a cache is not told of updates of one row",
                        "cache.LookupCaches",
                        "rows.raise(arguments.hash(both.its()), ++writes);",
                        "",
                        Promise.RESULT,
                        "seed 441"),
                new Mutant(
                        "an update waits for results of a whole call, of which some wait for it",
                        "core.Call",
                        "over.firstUnwritten > result",
                        "(result == NOT_KNOWN || over.firstUnwritten > earlier.lastIndex())",
                        Promise.LIVENESS,
                        "seed 82"),
                new Mutant(
                        "nothing conflicts",
                        "core.footprint.Footprint",
                        "if (database.mayBe(other.database) &&",
                        "if (false &&",
                        Promise.RESULT,
                        "seed 12"),
                new Mutant(
                        "what is not declared conflicts with nothing",
                        "core.footprint.Footprint",
                        "Map.copyOf(names))).orElse(ALL);",
                        "Map.copyOf(names))).orElse(NONE);",
                        Promise.RESULT,
                        "seed 12"),
                new Mutant(
                        "updates of one database overtake each other",
                        "core.schedule.CallPair",
                        "return later.footprint().ordersUpdatesWith(earlier.footprint());",
                        "return later.footprint().conflictsWith(earlier.footprint());",
                        Promise.IN_TURN,
                        "seed 17"),
                new Mutant(
                        "an update waits for results that wait for its run",
                        "core.schedule.PlannedCalls",
                        "update.ifPresent(this::partBefore);",
                        "",
                        Promise.LIVENESS,
                        "seed 3351"),
                new Mutant(
                        "a call that was parted waits for what its later part waits for",
                        "core.Call",
                        "wait = null;\n        lookAgain();",
                        "lookAgain();",
                        Promise.LIVENESS,
                        "seed 198931"),
                new Mutant(
                        "results are written as they come",
                        "core.Window",
                        "items.addLast(item);",
                        "items.addFirst(item);",
                        Promise.ORDER,
                        "seed 2"),
                new Mutant(
                        "a result that could not be written is left out",
                        "core.Window",
                        "sink.write(first); items.removeFirst();",
                        "items.removeFirst(); sink.write(first);",
                        Promise.ORDER,
                        "seed 8"),
                new Mutant(
                        "only the first of equal lookups is answered",
                        "core.Question",
                        "for (final Item other : others) { give(other, answer); }",
                        "",
                        Promise.LIVENESS,
                        "seed 14"),
                new Mutant(
                        "a backend that wants to be left alone is not",
                        "core.schedule.BackendCondition",
                        "return !probing && !pauses(now) && rate.admits(now);",
                        "return !probing && rate.admits(now);",
                        Promise.PAUSED,
                        "seed 8"),
                new Mutant(
                        "an update that must happen once fails in a long outage",
                        "core.Call",
                        "return !update || backend.mayFailUnasked() && !question.mayHaveHappened();",
                        "return true;",
                        Promise.PATIENCE,
                        "seed 11"),
                new Mutant(
                        "requests fail as soon as a database is away",
                        "core.schedule.BackendCondition",
                        "if (!away || !tooLong(sinceNanos, now)) {",
                        "if (!away) {",
                        Promise.PATIENCE,
                        "seed 9"),
                new Mutant(
                        "an update that may have happened is said to be late",
                        "core.Question",
                        "return undone ? late : lateAtFirst;",
                        "return late;",
                        Promise.PATIENCE,
                        "seed 1818"),
                new Mutant(
                        "requests are not taken one at a time after an end",
                        "Gateway",
                        "if (precautions.oneAtATime(window)) {",
                        "if (false) {",
                        Promise.QUARANTINE,
                        "seed 3"),
                new Mutant(
                        "the next one is taken before the result of the one alone in hand is written",
                        "Gateway",
                        "limit = finished() ? 1 : 0;",
                        "limit = 1;",
                        Promise.QUARANTINE,
                        "seed 3"),
                new Mutant(
                        "a result counts as seen when it is written",
                        "Gateway",
                        "final long seen = sink.visibleIndex();",
                        "final long seen = window.lastWritten();",
                        Promise.GOES_ON,
                        "seed 111"),
                new Mutant(
                        "an update is asked before the result of a read that it conflicts with is seen",
                        "Gateway",
                        "scheduler.start(nowNanos, visible + 1)",
                        "scheduler.start(nowNanos, window.firstUnwritten())",
                        Promise.RESULT,
                        "seed 864"),
                new Mutant(
                        "a result counts as durable before it is seen",
                        "Gateway",
                        "Math.min(seen, sink.durableIndex())",
                        "sink.durableIndex()",
                        Promise.GOES_ON,
                        "seed 111"),
                new Mutant(
                        "a request counts as asked when no backend has it any more",
                        "core.schedule.Scheduler",
                        "inFlight--; precautions.returned();",
                        "inFlight--;",
                        Promise.QUARANTINE,
                        "seed 178"),
                new Mutant(
                        "ends of a request count for the next one",
                        "core.Precautions",
                        "notes.set(Notes.Note.ENDS, 0);",
                        "",
                        Promise.QUARANTINE,
                        "seed 23"),
                new Mutant(
                        "many are asked in full chunks after every end",
                        "core.Precautions",
                        "endedAgain = last >= answered;",
                        "endedAgain = false;",
                        Promise.LIVENESS,
                        ""),
                new Mutant(
                        "an update is quarantined that has run",
                        "core.plan.Chunk",
                        "operation.update() && !operation.backend().mayFailUnasked()",
                        "false",
                        Promise.QUARANTINE,
                        "seed 3"),
                new Mutant(
                        "a quarantined update is run all the same",
                        "core.Question",
                        "return instead().isPresent();",
                        "return false;",
                        Promise.LIVENESS,
                        "seed 7"));
    }

    /** Changes to what an operator wants, on its way to the service thread and back. */
    private static List<Mutant> ofControl() {
        return List.of(
                new Mutant(
                        "the gateway reads on during a pause",
                        "Gateway",
                        "return reading && readLimit.reads(chunk.lastIndex());",
                        "return reading;",
                        Promise.CONTROL,
                        ""),
                new Mutant(
                        "a pause is forgotten when the gateway is started again",
                        "control.LaneControl",
                        "follow(wanted, ReadLimit.NONE);",
                        "followed = wanted;",
                        Promise.CONTROL,
                        ""),
                new Mutant(
                        "a pause is said to be done with something in hand",
                        "core.ReadLimit",
                        "nothingInHand && !reads(last)",
                        "!reads(last)",
                        Promise.CONTROL,
                        ""),
                new Mutant(
                        "a pause is said to be done by a turn that began before it",
                        "core.ReadLimit",
                        "done = current;",
                        "done = wanted;",
                        Promise.CONTROL,
                        ""),
                new Mutant(
                        "a former gateway of a lane says that a pause is done",
                        "control.LaneControl",
                        "hasLane.getAsBoolean()",
                        "true",
                        Promise.CONTROL,
                        "lanes 2 122"),
                new Mutant(
                        "a pause is never said to be done",
                        "control.LaneControl",
                        "limit.isDone() ? State.DONE : State.BEGUN",
                        "State.BEGUN",
                        Promise.CONTROL,
                        ""),
                new Mutant(
                        "a pause is not taken back",
                        "control.LaneControl",
                        "limit.set(serves ? ReadLimit.ALL : through);",
                        "limit.set(through);",
                        Promise.LIVENESS,
                        ""));
    }
}
