package dev.sluice.faults.kill.bank;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.api.Failure;
import dev.sluice.api.FailureKind;
import dev.sluice.api.RequestKind;
import dev.sluice.api.RequestRef;
import dev.sluice.faults.kill.BrokenPromises;
import dev.sluice.faults.kill.BrokenPromises.Kind;
import dev.sluice.faults.kill.Queues;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.internal.wire.MessageWriter;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.RequestFrame.RequestReceiver;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.internal.wire.ResultKind;
import dev.sluice.transport.Lane;
import dev.sluice.transport.Lease;
import dev.sluice.transport.RequestReader;
import dev.sluice.transport.ResultWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.wire.DocumentContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Faults of the output are found, over requests that nobody can read: each must have failed. */
class JudgedLaneTest {

    private static final int REQUESTS = 5;

    @TempDir
    private Path directory;

    private final BrokenPromises findings = new BrokenPromises();
    private final MessageWriter message = new MessageWriter();
    private final List<Long> requests = new ArrayList<>();
    private Lane queues;
    private Lease lock;
    private ResultWriter output;
    private JudgedLane judged;

    @BeforeEach
    void open() {
        queues = Queues.open(directory);
        judged = new JudgedLane(queues, 1, 0, List.of(), findings);
        lock = queues.lease();
        output = queues.resultWriter(lock, Optional.empty());
        writeRequests();
    }

    @AfterEach
    void close() {
        output.close();
        lock.close();
        judged.close();
        queues.close();
    }

    @Test
    void shouldFindNothingWhenEachRequestHasItsResultInOrder() {
        answer(0, 1, 2, 3, 4);
        assertEquals(Map.of(), found());
        assertEquals(REQUESTS, judged.results());
    }

    @ParameterizedTest
    @CsvSource({
        "0 1 3 4, LOST", // one has no result
        "0 1 1 2 3 4, DUPLICATED",
        "0 1 2 3 4 4, DUPLICATED", // there is no further request
        "0 2 1 3 4, REORDERED",
    })
    void shouldFindTheFaultWhenResultsAreNotInTheOrderOfTheirRequests(String order, Kind kind) {
        answer(Arrays.stream(order.split(" ")).mapToInt(Integer::parseInt).toArray());
        assertEquals(Map.of(kind, 1L), found());
    }

    @Test
    void shouldFindAResultWrongWhenTheModelSaysSomethingElse() {
        answer(0, 1);
        write(requests.get(2), output.nextSequence(), FailureKind.INTERNAL);
        assertEquals(Map.of(Kind.WRONG, 1L), found());
    }

    @Test
    void shouldFindAResultLostWhenANumberIsLeftOut() {
        answer(0, 1);
        write(requests.get(2), output.nextSequence() + 1, FailureKind.INVALID);
        assertEquals(Map.of(Kind.LOST, 1L), found());
    }

    @Test
    void shouldHaveAResultWaitForItsRequestWhenTheyAreReadFromTwoLogs() {
        answer(0, 1, 2, 3, 4, 4);
        verifyPatiently();
        assertEquals(Map.of(), found());
        assertEquals(REQUESTS, judged.results());
        writeRequests();
        assertEquals(Map.of(Kind.DUPLICATED, 1L), found());
    }

    @Test
    void shouldTakeARequestForRefusedWhenItsNumberComesAgainAndForLostWhenNumbersAreMissing() {
        judged.refused(1, 0, request(0), FailureKind.INVALID, "it comes again");
        assertEquals(Map.of(), found());
        assertEquals(1, judged.repeated());
        judged.refused(2, 0, request(2), FailureKind.INVALID, "request 1 is missing");
        assertEquals(Map.of(Kind.LOST, 1L), found());
    }

    private static RequestFrame request(long sequence) {
        return new RequestFrame(RequestKind.QUERY, 1, sequence, Map.of(), "main-total", Arguments.NONE);
    }

    private void verifyPatiently() {
        judged.close();
        judged = new JudgedLane(queues, 1, 0, List.of(), Duration.ofHours(1), findings);
    }

    private Map<Kind, Long> found() {
        judged.poll(Integer.MAX_VALUE);
        return findings.counts().entrySet().stream()
                .filter(count -> count.getValue() > 0)
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private void answer(int... order) {
        for (final int request : order) {
            write(requests.get(request), output.nextSequence(), FailureKind.INVALID);
        }
    }

    private void write(long request, long sequence, FailureKind kind) {
        ResultFrame.begin(message, ResultKind.FAILED, (new RequestRef(request, 0, 0, "")).name());
        ResultFrame.failed(message, Failure.of(kind, "it cannot be read"));
        ResultFrame.end(message, output.id(), sequence, new RequestRef(request, 0, 0, ""), 0, 0, 0);
        output.write(request, 0, 0, message);
    }

    private void writeRequests() {
        try (ChronicleQueue input = Queues.openRawInput(directory);
                ExcerptAppender appender = input.createAppender()) {
            for (int i = 0; i < REQUESTS; i++) {
                try (DocumentContext document = appender.writingDocument()) {
                    document.wire().writeEventName("lookup").bytes(new byte[] {1});
                }
            }
        }
        final RequestReceiver receiver = new RequestReceiver() {
            @Override
            public void request(long index, long writtenNanos, RequestFrame request) {
                throw new AssertionError("it can be read: " + request);
            }

            @Override
            public void undecodable(long index, long writtenNanos, String why) {
                requests.add(index);
            }
        };
        try (RequestReader reader = queues.requestsFromStart()) {
            final int before = requests.size();
            requests.clear();
            assertEquals(before + REQUESTS, reader.poll(receiver, before + REQUESTS));
        }
    }
}
