package dev.sluice.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.FailureKind;
import dev.sluice.api.RequestKind;
import dev.sluice.internal.queue.InputWriter;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.replay.act.Redrive;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Redrives of events, which a service may have taken: which are left out, and which keep their keys. */
class RedriveEventsTest extends FailedRequests {

    @ParameterizedTest
    @CsvSource({
        "'', true, false",
        "--new-key, false, false",
        "--same-key, true, true",
    })
    void shouldKeepTheKeysOfEventsThatMayHaveBeenTakenUnlessToldOtherwise(
            String option, boolean ofUncertain, boolean ofRefused) throws Exception {
        append(RequestKind.SEND, Map.of(), "mail", 200L);
        append(RequestKind.SEND, Map.of(), "mail", 201L);
        append(RequestKind.UPDATE, Map.of(), "pay", 202L);
        answer(List.of(200L, 202L), List.of(201L));
        assertEquals(3, report("--key 200,201,202 --uncertain " + option).requests());
        assertEquals(ofUncertain ? Optional.of(ownKey(11)) : Optional.empty(), keptKey(14));
        assertEquals(ofRefused ? Optional.of(ownKey(12)) : Optional.empty(), keptKey(15));
        assertEquals(Optional.empty(), keptKey(16), "an update has none");
    }

    @Test
    void shouldKeepTheKeyOfTheLastAttemptThatMayHaveBeenTaken() throws Exception {
        append(RequestKind.SEND, Map.of(), "mail", 200L);
        answer(List.of(), List.of(200L));
        final String next = "--lookup mail --again --uncertain";
        report(next);
        assertEquals(Optional.empty(), keptKey(12), "it was refused: a new one");
        answer(List.of(200L), List.of());
        report(next);
        assertEquals(Optional.of(ownKey(12)), keptKey(13));
        answer(List.of(), List.of(200L));
        report(next);
        assertEquals(Optional.of(ownKey(12)), keptKey(14), "the one before may have been taken all the same");
        answer(List.of(200L), List.of());
        report("--lookup mail --again --uncertain --new-key");
        assertEquals(Optional.empty(), keptKey(15));
        answer(List.of(200L), List.of());
        report(next);
        assertEquals(Optional.of(ownKey(15)), keptKey(16));
        answer(List.of(200L), List.of());
        report("--lookup mail --again --uncertain --from C:16");
        assertEquals(Optional.of(ownKey(15)), keptKey(17), "of a copy that keeps it, where the others are not meant");
        answer(List.of(200L), List.of());
        report("--lookup mail --again --uncertain --new-key --from C:17");
        assertEquals(Optional.empty(), keptKey(18), "that copy's key is not copied along");
    }

    @ParameterizedTest
    @CsvSource({
        "--uncertain, --failure REJECTED",
        "--uncertain, --from 12",
        "--uncertain, --failure INVALID --from 13",
        "--uncertain --new-key, --failure REJECTED",
        "--uncertain --new-key, --from 12",
        "--uncertain --new-key, --failure INVALID --from 13",
    })
    void shouldLeaveOutCopiesThatWereRefusedOfAnEventThatMayHaveBeenTaken(String first, String chosen)
            throws Exception {
        append(RequestKind.SEND, Map.of(), "mail", 200L);
        answer(List.of(200L), List.of());
        redriveMail(first);
        answer(List.of(), List.of(200L));
        redriveMail("--again " + first);
        AnsweredQueues.make(
                directory,
                0,
                (results, index, written, request) -> results.fail(index, written, request, FailureKind.INVALID));
        final Report report = redriveMail("--again " + chosen);
        assertEquals(0, report.requests());
        assertEquals(1, report.leftOut("uncertain"));
        assertEquals(1, redriveMail("--again --uncertain " + chosen).requests());
        assertEquals(Optional.of(ownKey(11)), keptKey(14));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--from 12", "--from 13"})
    void shouldWriteAgainAnEventThatWasRefusedEachTimeThoughItsCopiesKeepTheKey(String chosen) throws Exception {
        append(RequestKind.SEND, Map.of(), "mail", 200L);
        answer(List.of(), List.of(200L));
        redriveMail("--same-key");
        answer(List.of(), List.of(200L));
        redriveMail("--again --same-key");
        answer(List.of(), List.of(200L));
        assertEquals(1, redriveMail("--again " + chosen).requests());
        assertEquals(Optional.of(ownKey(11)), keptKey(13));
        assertEquals(Optional.empty(), keptKey(14));
    }

    @Test
    void shouldTakeACopyThatKeepsAKeyForUncertainWhereItsOriginalWasDeleted() throws Exception {
        final String deleted = Integer.parseInt(cycle) - 1 + ":0";
        try (QueuePair queues = QueuePair.open(directory, AnsweredQueues.OPTIONS);
                InputWriter writer = queues.newWriter(Redrive.WRITER)) {
            writer.write(RequestKind.SEND, Map.of("redrive-of", deleted, "redrive-key", "a-1"), "mail", 200L);
        }
        answer(List.of(), List.of(200L));
        for (final String chosen : List.of("--again", "--again --from 11")) {
            assertEquals(1, redriveMail(chosen).leftOut("uncertain"));
        }
        assertEquals(1, redriveMail("--again --uncertain").requests());
        assertEquals(Optional.of("a-1"), keptKey(12));
    }

    @Test
    void shouldRefuseToKeepKeysAndNotToKeepThem() {
        assertEquals(2, redrive("--same-key --new-key"));
        assertTrue(tool.err().contains("mutually exclusive"), tool.err());
    }

    @Test
    void shouldLeaveOutEventsThatMayHaveBeenTakenUnlessAskedFor() throws Exception {
        append(RequestKind.SEND, Map.of(), "mail", 200L);
        append(RequestKind.SEND, Map.of(), "mail", 201L);
        answer(List.of(200L), List.of(201L));
        final Report report = report("--lookup mail");
        assertEquals(1, report.requests(), "the one that was refused");
        assertEquals(1, report.leftOut("uncertain"));
        answer(List.of(201L), List.of());
        assertEquals(0, report("--lookup mail --again").requests());
        assertEquals(2, report("--lookup mail --again --uncertain").requests());
    }

    @Test
    void shouldLeaveOutDoubtfulEventsUnlessAskedFor() throws Exception {
        append(RequestKind.SEND, Map.of(), "mail", 210L);
        AnsweredQueues.make(
                directory,
                0,
                (results, index, written, request) -> results.fail(index, written, request, FailureKind.DOUBTFUL));
        final Report report = report("--failure DOUBTFUL --lookup mail");
        assertEquals(0, report.requests());
        assertEquals(1, report.leftOut("uncertain"));
        assertEquals(1, report("--lookup mail --uncertain").requests());
    }

    /** Redrives events; places are said by their numbers alone. */
    private Report redriveMail(String options) throws IOException {
        return report("--lookup mail " + options.replace("--from ", "--from C:"));
    }
}
