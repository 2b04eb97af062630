package dev.sluice.faults.simulate.search;

import dev.sluice.faults.simulate.world.Promise;
import java.util.List;

/** The changes to runs of updates and their checkpoint that the simulation has to notice, each one of a line or two. */
final class UpdateMutants {

    private UpdateMutants() {}

    static List<Mutant> all() {
        return List.of(
                new Mutant(
                        "outcomes are not kept",
                        "update.UpdateRun",
                        "begun.keep(questions, outcomes); session.commit();",
                        "session.commit();",
                        Promise.ONCE,
                        "seed 11"),
                new Mutant(
                        "outcomes are kept in a transaction of their own, behind that of the updates",
                        "update.UpdateRun",
                        "begun.keep(questions, outcomes); session.commit();",
                        "session.commit(); session.begin(); begun.keep(questions, outcomes);" + " session.commit();",
                        Promise.ONCE,
                        "seed 4"),
                new Mutant(
                        "results are written before the commit",
                        "update.UpdateRun",
                        "begun.keep(questions, outcomes); session.commit();",
                        "begun.keep(questions, outcomes);",
                        Promise.COMMITTED_FIRST,
                        "seed 2"),
                new Mutant(
                        "what was committed before is run again",
                        "update.UpdateRun",
                        "= checkpoint.recorded(question);",
                        "= Optional.empty();",
                        Promise.ONCE,
                        "seed 56"),
                new Mutant(
                        "what a call answered before it was given back is run again",
                        "update.UpdateRun",
                        "if (!question.answered()) {",
                        "if (true) {",
                        Promise.ONCE,
                        "seed 164"),
                new Mutant(
                        "outcomes are matched by place in the batch, from the wrong end",
                        "update.UpdateRun",
                        "questions.get(i).answer(outcomes[i]);",
                        "questions.get(i).answer(outcomes[outcomes.length - 1 - i]);",
                        Promise.RESULT,
                        "seed 5"),
                new Mutant(
                        "an item's error is swallowed",
                        "update.OwnTransactions",
                        "// it was rolled back, and later ones must not overtake it } question.answer(outcome);",
                        "} question.answer(outcome instanceof Outcome.Failed ? new Outcome.Updated(0) : outcome);",
                        Promise.RESULT,
                        "seed 6"),
                new Mutant(
                        "failed outcomes are not kept",
                        "update.OwnTransactions",
                        "if (outcome instanceof Outcome.Failed) {",
                        "if (false) {",
                        Promise.GOES_ON,
                        "seed 23"),
                new Mutant(
                        "an update counts as done when the trip with its commit failed",
                        "update.OwnTransactions",
                        "!checkpoint.reached(session, before.get().question().index())",
                        "false",
                        Promise.IN_TURN,
                        "seed 20"),
                new Mutant(
                        "the outcome of an update is not kept when its commit goes with the next one",
                        "update.OwnTransactions",
                        "keep(before.get()); session.commitWithNext();",
                        "session.commitWithNext();",
                        Promise.ONCE,
                        "seed 8"),
                new Mutant(
                        "the session goes on when nobody knows whether an update was committed",
                        "update.ExactlyOnce",
                        "throw GivenBackException.outage(mine() + \": \" + e.getMessage(), e);",
                        "throw trouble(session, e);",
                        Promise.IN_TURN,
                        "seed 584"),
                new Mutant(
                        "nothing is rolled back after an error",
                        "update.UpdateRun",
                        "session.rollback(); } e.passOn(true);",
                        "} e.passOn(true);",
                        Promise.ONCE,
                        "seed 5"),
                new Mutant(
                        "a failed part is not undone before its halves are run",
                        "update.UpdateRun",
                        "before.rollback(); prepareAgain(session, e);",
                        "prepareAgain(session, e);",
                        Promise.ONCE,
                        "seed 5"),
                new Mutant(
                        "the fingerprint is not compared",
                        "update.ExactlyOnce",
                        "|| first.fingerprint() != question.fingerprint()",
                        "",
                        Promise.STOPS,
                        "seed 226"),
                new Mutant(
                        "outcomes are matched by their order, not by index and fingerprint",
                        "update.ExactlyOnce",
                        "first.index() != question.index() || first.fingerprint() != question.fingerprint()",
                        "false",
                        Promise.STOPS,
                        "seed 226"),
                new Mutant(
                        "an update may stand in front of the first recorded outcome",
                        "update.ExactlyOnce",
                        "if (first == null) {",
                        "if (first == null || first.index() > question.index()) {",
                        Promise.STOPS,
                        "seed 2482"),
                new Mutant(
                        "the outcome of the last result is asked for again",
                        "update.ExactlyOnce",
                        "} else if (outcome.index() > answered) {",
                        "} else if (outcome.index() >= answered) {",
                        Promise.GOES_ON,
                        "seed 4"),
                new Mutant(
                        "outcomes are read at the start only, not after a lost commit",
                        "update.ExactlyOnce",
                        "read(table.outcomes());",
                        "if (!claimed) { read(table.outcomes()); }",
                        Promise.ONCE,
                        "seed 99"),
                new Mutant(
                        "the epoch is not compared",
                        "update.ExactlyOnce",
                        "if (!session.checkpointTable().advance(epoch, lastOfRun, prunable)) {",
                        "if (!session.checkpointTable().advance(epoch, lastOfRun, prunable) && false) {",
                        Promise.FENCED,
                        "seed 99"),
                new Mutant(
                        "a gateway that lost its connection takes the checkpoint back",
                        "update.ExactlyOnce",
                        "checkHolder(row); checkNothingLost(row);",
                        "",
                        Promise.FENCED,
                        "seed 524"),
                new Mutant(
                        "the id of the queues is not compared",
                        "update.ExactlyOnce",
                        "row.queue().equals(origin.queue()) ? row",
                        "true ? row",
                        Promise.STOPS,
                        "seed 31"),
                new Mutant(
                        "the end of the input is not compared",
                        "update.ExactlyOnce",
                        "if (!origin.mayHaveBeenAsked(row.last())) {",
                        "if (false) {",
                        Promise.STOPS,
                        "seed 187"),
                new Mutant(
                        "the end of the output is not compared",
                        "update.ExactlyOnce",
                        "if (row.pruned() > Math.max(origin.answered(), origin.lost(database))) {",
                        "if (false) {",
                        Promise.STOPS,
                        "seed 35"),
                new Mutant(
                        "a new checkpoint claims to have forgotten what was answered before",
                        "update.ExactlyOnce",
                        "final Row first = new Row(origin.queue(), CheckpointTable.NONE, CheckpointTable.NONE,",
                        "final Row first = new Row(origin.queue(), CheckpointTable.NONE, origin.answered(),",
                        Promise.GOES_ON,
                        "seed 114"),
                new Mutant(
                        "outcomes are forgotten before their results are on disk",
                        "update.KeptOutcomes",
                        "if (row.last > durable) { break; } end =",
                        "end =",
                        Promise.GOES_ON,
                        "seed 47"),
                new Mutant(
                        "a call of which part is committed waits for room that it takes itself",
                        "update.KeptOutcomes",
                        "notDurable < MOST || newest >= first",
                        "notDurable < MOST",
                        Promise.LIVENESS,
                        "seed 225"),
                new Mutant(
                        "that an update is late is not kept",
                        "update.UpdateRun",
                        "if (checkpoint.keepsOutcomes()) { own(session).keepOnly(passed, failures); }",
                        "",
                        Promise.PATIENCE,
                        "seed 20"),
                new Mutant(
                        "the results of reads are not kept",
                        "update.ExactlyOnce",
                        "reads.next(results);",
                        "",
                        Promise.RESULT,
                        "seed 710"),
                new Mutant(
                        "results of reads go with the first transaction of a run, whether it has updates after them or not",
                        "update.KeptReads",
                        "result.index() < update && !kept",
                        "!kept",
                        Promise.RESULT,
                        "written-23-none 64:PROCESS_CRASH"),
                new Mutant(
                        "a result that was kept is given to the next read",
                        "update.KeptReads",
                        "final Kept result = found.remove(index);",
                        "final Kept result = found.remove(found.keySet().iterator().next());",
                        Promise.NO_FAULT,
                        "seed 45"));
    }
}
