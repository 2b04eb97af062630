package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.client.ChronicleRequests;
import dev.sluice.client.ChronicleResults;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import net.openhft.chronicle.bytes.MethodReader;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.wire.DocumentContext;
import net.openhft.chronicle.wire.MessageHistory;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Programs that have Chronicle Queue and not our client ask by its method writer, and read results by its method reader. */
@Timeout(120)
class ForeignTest {

    @RegisterExtension
    private final ServedQueues served = ServedQueues.declaring("""
            lookups:
              one: {sql: 'SELECT CAST(? AS BIGINT) AS n FROM (VALUES(0))', types: [long], reads: []}
            statements:
              types:
                sql: 'SELECT CAST(? AS VARCHAR(9)) AS t, CAST(? AS BOOLEAN) AS b, CAST(? AS BIGINT) AS n, CAST(? AS DATE) AS d FROM (VALUES(0))'
                types: [text, boolean, long, date]
            """);

    @Test
    void shouldAnswerAProgramThatHasChronicleAloneWhenThatIsAllowed() {
        served.queues("foreign: true").start();
        try (ChronicleQueue input = chronicle("in")) {
            final ChronicleRequests ask = input.methodWriter(ChronicleRequests.class);
            ask.askLookup("one", 7);
            ask.askQuery("types", "text", true, null, LocalDate.of(2026, 11, 23));
            ask.askLookup("one", "seven");
            ask.askLookup("none", 1);
            ask.askLookup("one");
            ask.askUpdate("CREATE TABLE t (n INTEGER)");
        }
        assertEquals(
                List.of(
                        "one [N] [[7]]",
                        "types [T, B, N, D] [[text, true, null, 2026-11-23]]",
                        "one failed INVALID",
                        "none failed INVALID",
                        "one failed INVALID",
                        "CREATE TABLE t (n INTEGER) failed NOT_ALLOWED"),
                results(6));
    }

    @Test
    void shouldFailSuchRequestsAndNothingElseWhenTheyAreNotAllowed() {
        served.queues("foreign: false").start();
        try (ChronicleQueue input = chronicle("in")) {
            input.methodWriter(ChronicleRequests.class).askLookup("one", 7);
        }
        served.client().requests().lookup("one", 8L);

        assertEquals(List.of("one failed NOT_ALLOWED", "one [N] [[8]]"), results(2));
    }

    /** No piece of a request of ours, and none in which a byte was changed, is a request of such a program. */
    @Test
    void shouldTakeNothingThatWasCutOrChangedForARequestOfAnotherProgram() {
        served.client().requests().lookup("one", 8L);

        final byte[] whole;
        try (ChronicleQueue input = chronicle("in");
                ExcerptTailer tailer = input.createTailer();
                DocumentContext document = tailer.readingDocument()) {
            whole = new byte[(int) document.wire().bytes().readRemaining()];
            document.wire().bytes().read(whole);
        }
        int written = 0;
        try (ChronicleQueue input = chronicle("in");
                ExcerptAppender appender = input.createAppender()) {
            for (int length = 1; length < whole.length; length++) {
                write(appender, Arrays.copyOf(whole, length));
                written++;
            }
            for (int at = events(whole); at < whole.length; at++) { // the history has no checksum
                for (int bit = 0; bit < Byte.SIZE; bit++) {
                    final byte[] changed = whole.clone();
                    changed[at] ^= (byte) (1 << bit);
                    write(appender, changed);
                    written++;
                }
            }
        }
        served.queues("foreign: true").start();
        final List<String> results = results(written + 1);
        assertEquals("one [N] [[8]]", results.get(0));
        assertEquals(written, results.stream().filter(" failed INVALID"::equals).count());
    }

    private static int events(byte[] document) {
        return new String(document, StandardCharsets.ISO_8859_1).indexOf("lookup") - 2;
    }

    private static void write(ExcerptAppender appender, byte[] document) {
        try (DocumentContext context = appender.writingDocument()) {
            context.wire().bytes().write(document);
        }
    }

    private List<String> results(int count) {
        final List<String> results = Collections.synchronizedList(new ArrayList<>());
        try (ChronicleQueue output = chronicle("out");
                ExcerptTailer tailer = output.createTailer()) {
            final MethodReader reader = tailer.methodReader(new Handler(results));
            Awaitility.await().pollInSameThread().until(() -> {
                while (reader.readOne() && results.size() < count) {
                    // the handler takes it
                }
                return results.size() >= count;
            });
        }
        return results;
    }

    private ChronicleQueue chronicle(String which) {
        return ChronicleQueue.single(served.queues().resolve(which).toString());
    }

    private record Handler(List<String> results) implements ChronicleResults {

        @Override
        public void rows(String name, List<String> columns, Object rows) {
            results.add(name + " " + columns + " " + rows);
        }

        @Override
        public void notFound(String name) {
            results.add(name + " not found");
        }

        @Override
        public void updated(String name, long count) {
            results.add(name + " " + count);
        }

        @Override
        public void replied(String name, List<String> columns, Object rows) {
            rows(name, columns, rows);
        }

        @Override
        public void failed(String name, String kind, String code, String message, boolean retryable) {
            results.add(name + " failed " + kind);
        }

        @Override
        public void by(
                long gatewayRun,
                long number,
                long request,
                long writer,
                long requestNumber,
                int asked,
                long callBegun,
                long callNanos,
                String types,
                long checksum) {
            assertEquals(MessageHistory.get().sourceIndex(0), request);
        }
    }
}
