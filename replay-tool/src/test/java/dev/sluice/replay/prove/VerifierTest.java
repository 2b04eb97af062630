package dev.sluice.replay.prove;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.RequestRef;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.wire.ResultKind;
import dev.sluice.replay.AnsweredQueues;
import dev.sluice.replay.AnsweredQueues.Answer;
import dev.sluice.service.QueueFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Plants faults in queues and looks whether they are found, where they are, and nothing else is. */
class VerifierTest {

    private static final int REQUESTS = 40;

    /** The numbers of the documents that are tampered with, from 0. */
    private static final int PLACE = 17;

    private static final int HISTORY_SOURCE_INDEX = 3 + 2 + 2 + 1 + 4;

    @TempDir
    private Path directory;

    private final List<String> found = new ArrayList<>();

    @Test
    void shouldFindNothingWhenEachRequestIsAnsweredInOrder() {
        AnsweredQueues.make(directory, REQUESTS, AnsweredQueues.Results::truth);
        final Verifier.Totals totals = verify();
        assertEquals(List.of(), found);
        assertEquals(new Verifier.Totals(REQUESTS, REQUESTS, REQUESTS / 4, 0, 0, 0), totals);
    }

    @Test
    void shouldCountWhatWaitsWhenTheLastRequestsHaveNoResult() throws IOException {
        AnsweredQueues.make(directory, REQUESTS, AnsweredQueues.Results::truth);
        RewrittenQueue.tamper(
                directory.resolve("out"),
                results -> results.subList(PLACE, REQUESTS).clear());
        assertEquals(new Verifier.Totals(REQUESTS, PLACE, PLACE / 4, REQUESTS - PLACE, 0, 0), verify());
    }

    @Test
    void shouldFindNothingWhenNothingWasAsked() {
        AnsweredQueues.make(directory, 0, AnsweredQueues.Results::truth);
        assertEquals(new Verifier.Totals(0, 0, 0, 0, 0, 0), verify());
    }

    static Stream<Arguments> tampering() {
        return Stream.of(
                planted(
                        "a result is missing",
                        "out",
                        all -> all.remove(PLACE),
                        "out :17  is result 19, where 18 was due",
                        "in :17  has no result"),
                planted(
                        "three results are missing",
                        "out",
                        all -> all.subList(PLACE, PLACE + 3).clear(),
                        "out :17  is result 21, where 18 was due",
                        "in :17  and 2 after it have no result"),
                planted(
                        "the first result is missing",
                        "out",
                        all -> all.remove(0),
                        "out :0  is result 2, where 1 was due",
                        "in :0  has no result"),
                planted(
                        "a result comes twice",
                        "out",
                        all -> all.add(PLACE, all.get(PLACE)),
                        "out :18  is result 18, where 19 was due",
                        "out :18  answers :17 a second time"),
                planted(
                        "a result comes again later",
                        "out",
                        all -> all.add(30, all.get(PLACE)),
                        "out :30  is result 18, where 31 was due",
                        "out :30  answers :17, but :29 is answered before it",
                        "out :31  is result 31, where 19 was due"),
                planted(
                        "two results are swapped",
                        "out",
                        all -> Collections.swap(all, PLACE, PLACE + 1),
                        "out :17  is result 19, where 18 was due",
                        "in :17  has no result",
                        "out :18  is result 18, where 20 was due",
                        "out :18  answers :17, but :18 is answered before it",
                        "out :19  is result 20, where 19 was due"),
                planted("a result is altered", "out", all -> flip(all.get(PLACE), -10), "out :17  is no result: "),
                planted(
                        "a result is cut",
                        "out",
                        all -> all.set(PLACE, cut(all.get(PLACE))),
                        "out :17  is no result: "),
                planted(
                        "something else is among the results",
                        "out",
                        all -> all.add(PLACE, new byte[] {1, 2, 3}),
                        "out :17  is no result: ",
                        "out :18  is result 18, where 19 was due"),
                planted(
                        "a history leads nowhere",
                        "out",
                        all -> flip(all.get(PLACE), HISTORY_SOURCE_INDEX + 3),
                        "out :17  has a history that leads to :"),
                planted(
                        "a request is missing",
                        "in",
                        all -> all.remove(PLACE),
                        "in :18  is request 13 of its writer, but request 11 came before it"),
                planted(
                        "the last requests are missing",
                        "in",
                        all -> all.subList(38, 40).clear(),
                        "out :38  answers :38, where the input has no request",
                        "out :39  answers :39, where the input has no request"),
                planted("a request comes twice", "in", all -> all.add(PLACE, all.get(PLACE)), "in :18  is request"),
                planted(
                        "two requests are swapped",
                        "in",
                        all -> Collections.swap(all, PLACE, PLACE + 2),
                        "in :17  is request"),
                planted(
                        "a request is altered",
                        "in",
                        all -> flip(all.get(PLACE), -10),
                        "in :17  is no request: ",
                        "out :17  answers in :17 as a request, but no request is there"),
                planted(
                        "a request is cut",
                        "in",
                        all -> all.set(PLACE, cut(all.get(PLACE))),
                        "in :17  is no request: ",
                        "out :17  answers in :17 as a request, but no request is there"));
    }

    private static Arguments planted(String name, String queue, Consumer<List<byte[]>> change, String... expected) {
        return Arguments.of(name, queue, change, List.of(expected));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("tampering")
    void shouldFindItWhereItIsWhenAQueueWasTamperedWith(
            String name, String queue, Consumer<List<byte[]>> change, List<String> expected) throws IOException {
        AnsweredQueues.make(directory, REQUESTS, AnsweredQueues.Results::truth);
        RewrittenQueue.tamper(directory.resolve(queue), change);
        verify();
        final List<String> shown =
                found.stream().map(VerifierTest::withoutCycle).toList();
        for (final String line : expected) {
            assertTrue(shown.stream().anyMatch(text -> text.startsWith(line)), "expected " + line + " in " + shown);
        }
        if (queue.equals("out")) {
            assertEquals(expected.size(), shown.size(), shown::toString);
        }
    }

    static Stream<Arguments> gateways() {
        return Stream.of(
                answering(
                        "a result of another request",
                        (results, index, written, request) -> results.write(
                                index,
                                written,
                                ResultKind.FAILED,
                                new RequestRef(index, request.writer(), request.sequence() + 1, request.name())),
                        "answers request"),
                answering(
                        "a result of another lookup",
                        (results, index, written, request) -> results.write(
                                index,
                                written,
                                ResultKind.FAILED,
                                new RequestRef(index, request.writer(), request.sequence(), "another")),
                        "answers request"),
                answering(
                        "a result of another kind",
                        (results, index, written, request) ->
                                results.write(index, written, ResultKind.REPLIED, request.ref(index)),
                        "is no result: "),
                answering(
                        "an update that is not found",
                        (results, index, written, request) ->
                                results.write(index, written, ResultKind.NOT_FOUND, request.ref(index)),
                        "is 'notFound', which does not answer"),
                answering(
                        "a history of another time",
                        (results, index, written, request) -> results.truth(index, written - 1, request),
                        "says that its request was written at another time"));
    }

    private static Arguments answering(String name, Answer wrong, String expected) {
        return Arguments.of(name, wrong, expected);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("gateways")
    void shouldFindItWhenAGatewayAnswersWrongly(String name, Answer wrong, String expected) {
        AnsweredQueues.make(directory, REQUESTS, (results, index, written, request) -> {
            if ((index & 0xFFFF) == PLACE + 1) { // an update
                wrong.write(results, index, written, request);
            } else {
                results.truth(index, written, request);
            }
        });
        verify();
        assertEquals(1, found.size(), found::toString);
        final String shown = withoutCycle(found.get(0));
        assertTrue(shown.startsWith("out :18  " + expected), shown);
    }

    @Test
    void shouldFindItWhenTheOutputAnswersAnotherInput() throws IOException {
        AnsweredQueues.make(directory, REQUESTS, AnsweredQueues.Results::truth);
        final Path properties = directory.resolve("out/queue.properties");
        Files.writeString(properties, Files.readString(properties).replaceAll("answers=.{8}", "answers=00000000"));
        verify();
        assertTrue(found.get(0).startsWith("out  answers another input than the one here"), found::toString);
    }

    @Test
    void shouldFindItWhenAFileIsGone() throws IOException {
        AnsweredQueues.make(directory, REQUESTS, AnsweredQueues.Results::truth);
        Files.delete(QueueFiles.of(directory.resolve("out")).get(0));
        final Verifier.Totals totals = verify();
        assertEquals(1, totals.violations(), found::toString);
        assertTrue(found.get(0).contains("is gone or empty, and it had messages"), found::toString);
    }

    private Verifier.Totals verify() {
        try (QueuePair pair = QueuePair.open(directory, AnsweredQueues.OPTIONS);
                Verifier verifier = new Verifier(pair, new Findings(found::add, 100))) {
            return verifier.run(requests -> {});
        }
    }

    private static String withoutCycle(String violation) {
        return violation.replaceAll("\\d+:(\\d+)", ":$1");
    }

    private static void flip(byte[] document, int place) {
        document[place < 0 ? document.length + place : place] ^= 1;
    }

    private static byte[] cut(byte[] document) {
        return Arrays.copyOf(document, document.length - 5);
    }
}
