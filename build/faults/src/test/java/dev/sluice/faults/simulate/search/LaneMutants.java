package dev.sluice.faults.simulate.search;

import dev.sluice.faults.simulate.world.Promise;
import java.util.List;

/**
 * The changes to what holds where processes share a lane: to the gateway, and to the order of claims, the producer and the reader, which
 * are models of those for Kafka.
 */
final class LaneMutants {

    private static final String WORLD = "dev.sluice.faults.simulate.world.";

    private LaneMutants() {}

    static List<Mutant> all() {
        return List.of(
                new Mutant(
                        "a claim does not fence the former gateway",
                        WORLD + "Lane",
                        "log.initTransactions(ID)",
                        "log.initTransactions(ID + number)",
                        Promise.ORDER,
                        "lanes 2 6"),
                new Mutant(
                        "the last result is read before the former gateway is fenced",
                        WORLD + "Lane",
                        "List.of(Member::fence, Member::find, Member::open)",
                        "List.of(Member::find, Member::fence, Member::open)",
                        Promise.ORDER,
                        "lanes 2 6"),
                new Mutant(
                        "the position is taken from the group's offsets",
                        WORLD + "Lane",
                        "answered = log.stable();",
                        "answered = log.groupsPlace();",
                        Promise.ORDER,
                        "lanes 2 1"),
                new Mutant(
                        "the checkpoint is not claimed: its epoch is the former gateway's",
                        "update.FirstClaim",
                        "row.pruned(), row.epoch(), origin.holder());",
                        "row.pruned(), Math.max(1, row.epoch() - 1), origin.holder());",
                        Promise.FENCED,
                        "lanes 2 5"),
                new Mutant(
                        "a result counts as seen when it is sent",
                        WORLD + "ResultProducer",
                        "lastSent = next.request().index();",
                        "lastSent = next.request().index(); visible = lastSent;",
                        Promise.RESULT,
                        "lanes 2 25"),
                new Mutant(
                        "a gateway that was fenced goes on",
                        WORLD + "ResultProducer",
                        "failure = Optional.of(e.getMessage());",
                        "producer = log.initTransactions(Lane.ID); inTransaction = 0;",
                        Promise.ORDER,
                        "lanes 2 221"),
                new Mutant(
                        "a hole in a writer's numbers ends the lane",
                        WORLD + "SimulatedSource",
                        "receiver.refused(index, written, request.frame(), FailureKind.INVALID, \"a number is missing\");",
                        "throw new dev.sluice.service.core.StoppedException(\"a number is missing\");",
                        Promise.GOES_ON,
                        "lanes 2 17"),
                new Mutant(
                        "the numbers of writers are forgotten with the process",
                        WORLD + "SimulatedSource",
                        "new WriterSequences(true); lookBack(next);",
                        "new WriterSequences(next == 0);",
                        Promise.RESULT,
                        "lanes 2 69"),
                new Mutant(
                        "what came after the claim of a lane cannot have been asked",
                        "update.Origin",
                        "ask(its -> index <= its.lastRequestNow().getAsLong(), false)",
                        "false",
                        Promise.GOES_ON,
                        "lanes 2 376"));
    }
}
