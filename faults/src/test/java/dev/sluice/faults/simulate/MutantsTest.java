package dev.sluice.faults.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each of these changes to the gateway breaks a promise, and the simulation says which: a simulation that finds nothing
 * proves nothing before it was seen to find something.
 */
class MutantsTest {

    /** So many seeds have to be enough to find any of them. */
    private static final int SEEDS = Integer.getInteger("mutantSeeds", 4_000);

    static List<Mutant> mutants() {
        return List.of(
                new Mutant(
                        "outcomes are not kept",
                        "update.UpdateRun",
                        "checkpoint.keep(session, questions, outcomes); session.commit();",
                        "session.commit();",
                        Promise.ONCE,
                        ""),
                new Mutant(
                        "outcomes are kept in a transaction of their own, behind that of the updates",
                        "update.UpdateRun",
                        "checkpoint.keep(session, questions, outcomes); session.commit();",
                        "session.commit(); session.begin(); checkpoint.keep(session, questions, outcomes);"
                                + " session.commit();",
                        Promise.ONCE,
                        ""),
                new Mutant(
                        "results are written before the commit",
                        "update.UpdateRun",
                        "checkpoint.keep(session, questions, outcomes); session.commit();",
                        "checkpoint.keep(session, questions, outcomes);",
                        Promise.COMMITTED_FIRST,
                        ""),
                new Mutant(
                        "what was committed before is run again",
                        "update.UpdateRun",
                        "= checkpoint.recorded(question);",
                        "= Optional.empty();",
                        Promise.ONCE,
                        ""),
                new Mutant(
                        "what a call answered before it was given back is run again",
                        "update.UpdateRun",
                        "if (!question.answered()) {",
                        "if (true) {",
                        Promise.ONCE,
                        ""),
                new Mutant(
                        "outcomes are matched by place in the batch, from the wrong end",
                        "update.UpdateRun",
                        "questions.get(i).answer(outcomes[i]);",
                        "questions.get(i).answer(outcomes[outcomes.length - 1 - i]);",
                        Promise.RESULT,
                        ""),
                new Mutant(
                        "an item's error is swallowed",
                        "update.UpdateRun",
                        "keepAlone(session, question, outcome); // it was rolled back, and later ones must not overtake it"
                                + " } question.answer(outcome);",
                        "keepAlone(session, question, outcome); } question.answer(outcome instanceof Outcome.Failed ?"
                                + " new Outcome.Updated(0) : outcome);",
                        Promise.RESULT,
                        ""),
                new Mutant(
                        "failed outcomes are not kept",
                        "update.UpdateRun",
                        "if (outcome instanceof Outcome.Failed) {",
                        "if (false) {",
                        Promise.GOES_ON,
                        ""),
                new Mutant(
                        "nothing is rolled back after an error",
                        "update.UpdateRun",
                        "session.rollback(); } passOn(e);",
                        "} passOn(e);",
                        Promise.ONCE,
                        ""),
                new Mutant(
                        "a failed part is not undone before its halves are run",
                        "update.UpdateRun",
                        "before.rollback(); prepareAgain(session, e);",
                        "prepareAgain(session, e);",
                        Promise.ONCE,
                        ""),
                new Mutant(
                        "the fingerprint is not compared",
                        "update.ExactlyOnce",
                        "|| first.getValue().fingerprint != question.fingerprint()",
                        "",
                        Promise.STOPS,
                        "written-12-none 54:POWER_CUT_HALF"),
                new Mutant(
                        "outcomes are matched by their order, not by index and fingerprint",
                        "update.ExactlyOnce",
                        "first.getKey() != question.index() || first.getValue().fingerprint != question.fingerprint()",
                        "false",
                        Promise.STOPS,
                        "written-4-none 60:POWER_CUT"),
                new Mutant(
                        "an update may stand in front of the first recorded outcome",
                        "update.ExactlyOnce",
                        "if (first == null) {",
                        "if (first == null || first.getKey() > question.index()) {",
                        Promise.STOPS,
                        "written-2-none 43:POWER_CUT"),
                new Mutant(
                        "the outcome of the last result is asked for again",
                        "update.ExactlyOnce",
                        "if (index > answered) {",
                        "if (index >= answered) {",
                        Promise.GOES_ON,
                        ""),
                new Mutant(
                        "outcomes are read at the start only, not after a lost commit",
                        "update.ExactlyOnce",
                        "read(table.outcomes());",
                        "if (!claimed) { read(table.outcomes()); }",
                        Promise.ONCE,
                        ""),
                new Mutant(
                        "the epoch is not compared",
                        "update.ExactlyOnce",
                        "if (!session.checkpointTable().advance(epoch, lastOfRun, prunable)) {",
                        "if (!session.checkpointTable().advance(epoch, lastOfRun, prunable) && false) {",
                        Promise.FENCED,
                        ""),
                new Mutant(
                        "a gateway that lost its connection takes the checkpoint back",
                        "update.ExactlyOnce",
                        "checkHolder(row); checkNothingLost(row);",
                        "",
                        Promise.FENCED,
                        ""),
                new Mutant(
                        "the id of the queues is not compared",
                        "update.ExactlyOnce",
                        "row.queue().equals(origin.queue()) ? row",
                        "true ? row",
                        Promise.STOPS,
                        ""),
                new Mutant(
                        "the end of the input is not compared",
                        "update.ExactlyOnce",
                        "if (row.last() > origin.lastRequest()) {",
                        "if (false) {",
                        Promise.STOPS,
                        ""),
                new Mutant(
                        "the end of the output is not compared",
                        "update.ExactlyOnce",
                        "if (row.pruned() > origin.answered()) {",
                        "if (false) {",
                        Promise.STOPS,
                        ""),
                new Mutant(
                        "a new checkpoint claims to have forgotten what was answered before",
                        "update.ExactlyOnce",
                        "final Row first = new Row(origin.queue(), CheckpointTable.NONE, CheckpointTable.NONE,",
                        "final Row first = new Row(origin.queue(), CheckpointTable.NONE, origin.answered(),",
                        Promise.GOES_ON,
                        "written-2-none 15:PROCESS_CRASH 30:POWER_CUT"),
                new Mutant(
                        "outcomes are forgotten before their results are on disk",
                        "update.KeptOutcomes",
                        "if (last > durable) { break; }",
                        "",
                        Promise.GOES_ON,
                        ""),
                new Mutant(
                        "outcomes are forgotten when their results are written",
                        "Gateway",
                        "final long now = sink.durableIndex();",
                        "final long now = finished() ? durable : window.firstUnwritten() - 1;",
                        Promise.GOES_ON,
                        ""),
                new Mutant(
                        "a call of which part is committed waits for room that it takes itself",
                        "update.KeptOutcomes",
                        "notDurable < MOST || newest >= first",
                        "notDurable < MOST",
                        Promise.LIVENESS,
                        ""),
                new Mutant(
                        "results of a former run are not flushed",
                        "Gateway",
                        "if (!begun) {",
                        "if (false) {",
                        Promise.RESULT,
                        "written-2-chunk 24:PROCESS_CRASH 47:POWER_CUT"),
                new Mutant(
                        "an update does not wait until results of conflicting reads are written",
                        "chunk.PlannedCalls",
                        "if (call.update() && read.before(later) && call.mustFollow(read.call())) {",
                        "if (false) {",
                        Promise.RESULT,
                        "written-21-chunk 73:PROCESS_CRASH"),
                new Mutant(
                        "a cache is not told of updates",
                        "chunk.Chunk",
                        "caches.written(operation.footprint());",
                        "",
                        Promise.RESULT,
                        ""),
                new Mutant(
                        "what was asked before an update is cached behind it",
                        "cache.LookupCache",
                        "asked == epoch && !(outcome",
                        "!(outcome",
                        Promise.RESULT,
                        ""),
                new Mutant(
                        "an update does not wait until results that came from a cache are written",
                        "chunk.Chunk",
                        "planner.addAnswered(item, operation, arguments);",
                        "",
                        Promise.RESULT,
                        "written-25-chunk 86:PROCESS_CRASH"),
                new Mutant(
                        "a cache is dropped by updates of other tables only",
                        "cache.LookupCaches",
                        "lookup.footprint().conflictsWith(footprint)",
                        "!lookup.footprint().conflictsWith(footprint)",
                        Promise.RESULT,
                        ""),
                new Mutant(
                        "nothing conflicts",
                        "chunk.Footprint",
                        "return database.equals(other.database) &&",
                        "return false &&",
                        Promise.RESULT,
                        ""),
                new Mutant(
                        "what is not declared conflicts with nothing",
                        "chunk.Footprint",
                        "return declared.map(names -> names.isEmpty() ? NONE : new Tables(false, Set.copyOf(names))) .orElse(ALL);",
                        "return declared.map(names -> names.isEmpty() ? NONE : new Tables(false, Set.copyOf(names)))"
                                + ".orElse(NONE);",
                        Promise.RESULT,
                        ""),
                new Mutant(
                        "updates of one database overtake each other",
                        "chunk.Call",
                        "return footprint().database().equals(earlier.footprint().database());",
                        "return footprint().conflictsWith(earlier.footprint());",
                        Promise.IN_TURN,
                        ""),
                new Mutant(
                        "an update waits for results that wait for it",
                        "chunk.Planner",
                        "upToRead + 1",
                        "readLevel + 1",
                        Promise.LIVENESS,
                        ""),
                new Mutant(
                        "results are written as they come",
                        "chunk.Window",
                        "items.addLast(item);",
                        "items.addFirst(item);",
                        Promise.ORDER,
                        ""),
                new Mutant(
                        "a result that could not be written is left out",
                        "chunk.Window",
                        "sink.write(first); items.removeFirst();",
                        "items.removeFirst(); sink.write(first);",
                        Promise.ORDER,
                        ""),
                new Mutant(
                        "only the first of equal lookups is answered",
                        "chunk.Question",
                        "for (final Item other : others) { give(other, answer); }",
                        "",
                        Promise.LIVENESS,
                        ""),
                new Mutant(
                        "a backend that wants to be left alone is not",
                        "chunk.BackendCondition",
                        "return !probing && !pauses(now) && rate.admits(now);",
                        "return !probing && rate.admits(now);",
                        Promise.PAUSED,
                        ""),
                new Mutant(
                        "an update that must happen once fails in a long outage",
                        "chunk.Call",
                        "return !update || backend.mayFailUnasked() && !question.mayHaveHappened();",
                        "return true;",
                        Promise.PATIENCE,
                        ""),
                new Mutant(
                        "requests fail as soon as a database is away",
                        "chunk.BackendCondition",
                        "if (!away || limit.isEmpty() || now - sinceNanos < limit.getAsLong()) {",
                        "if (!away) {",
                        Promise.PATIENCE,
                        ""),
                new Mutant(
                        "an update that may have happened is said to be late",
                        "chunk.Question",
                        "return undone ? late : lateAtFirst;",
                        "return late;",
                        Promise.PATIENCE,
                        ""),
                new Mutant(
                        "that an update is late is not kept",
                        "update.UpdateRun",
                        "if (checkpoint.keepsOutcomes()) { keepOnly(session, late, failures); }",
                        "",
                        Promise.PATIENCE,
                        ""),
                new Mutant(
                        "a call that is over before an earlier one is waited for by that one",
                        "chunk.PlannedCalls",
                        "read.before(later) &&",
                        "",
                        Promise.LIVENESS,
                        ""));
    }

    @ParameterizedTest
    @MethodSource("mutants")
    void shouldFindTheBrokenPromise(Mutant mutant) throws IOException, ReflectiveOperationException {
        final long begin = System.nanoTime();
        final Map<String, String> broken =
                MutantLoader.of(mutant).broken(mutant.broken().name(), mutant.run(), SEEDS);
        System.out.printf("Mutant: %s: %s, %.1f s%n", mutant, broken, (System.nanoTime() - begin) / 1e9);
        assertTrue(broken.containsKey(mutant.broken().name()), mutant + ": " + broken);
    }

    @Test
    void shouldFindNothingWhereNothingIsChanged() throws ReflectiveOperationException {
        assertEquals(Map.of(), MutantLoader.ofNothing().broken("", "", SEEDS / 10));
    }
}
