package dev.sluice.replay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.api.Columns;
import dev.sluice.api.Failure;
import dev.sluice.api.FailureKind;
import dev.sluice.api.OtherValue;
import dev.sluice.api.RequestKind;
import dev.sluice.api.Row;
import dev.sluice.api.Rows;
import dev.sluice.internal.queue.InputWriter;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.ResultKind;
import dev.sluice.replay.export.ExportFile;
import dev.sluice.replay.prove.RewrittenQueue;
import dev.sluice.transport.Recording;
import dev.sluice.transport.Recording.RecordedDocument;
import dev.sluice.transport.Recording.Scan;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An export file is as docs/reference/export-format.md says: documents come back as they were, other programs can read and check it. */
class ExportFormatTest {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Object[] ODD = {
        new BigDecimal(BigInteger.ONE, -Integer.MAX_VALUE),
        new BigDecimal(BigInteger.TEN, Integer.MAX_VALUE),
        Double.POSITIVE_INFINITY,
        new double[] {Double.NEGATIVE_INFINITY, Double.NaN, Double.MAX_VALUE, 1},
        Instant.MIN,
        Instant.MAX,
        LocalDateTime.MIN,
        LocalDateTime.MAX,
        "\u0000\u007f\u2028\uFFFD",
    };

    @TempDir
    private Path directory;

    private Path queues;
    private Path file;

    @BeforeEach
    void name() {
        queues = directory.resolve("queues");
        file = directory.resolve("some.sluice.gz");
    }

    private void export() {
        final Called called = Called.line("export --queues " + queues + " --out " + file);
        assertEquals(0, called.code(), called::err);
    }

    private void assertSame() {
        try (QueuePair pair = QueuePair.open(queues, AnsweredQueues.OPTIONS);
                Recording export = ExportFile.open(file)) {
            assertSame(pair.scanRequests(), export.scanRequests());
            assertSame(pair.scanResults(), export.scanResults());
        }
    }

    private static <F> void assertSame(Scan<F> expected, Scan<F> actual) {
        try (expected;
                actual) {
            while (expected.next()) {
                assertTrue(actual.next());
                final RecordedDocument<F> was = expected.recorded();
                final RecordedDocument<F> is = actual.recorded();
                assertEquals(was.index(), is.index());
                assertEquals(was.times(), is.times());
                assertEquals(was.answers(), is.answers());
                assertEquals(was.frame(), is.frame());
                assertEquals(was.unreadable(), is.unreadable());
                assertArrayEquals(was.bytes(), is.bytes());
            }
            assertFalse(actual.next());
        }
    }

    @Test
    void shouldGiveBackEveryDocumentOfAllKinds() {
        AllKinds.make(queues);
        export();
        assertSame();
    }

    @Test
    void shouldGiveBackValuesAtTheirLimits() {
        try (QueuePair pair = QueuePair.open(queues, AnsweredQueues.OPTIONS);
                InputWriter writer = pair.newWriter()) {
            final Map<String, String> headers = new LinkedHashMap<>();
            for (int i = 0; i < 20; i++) {
                headers.put("header " + i, "\"" + i);
            }
            writer.append(RequestKind.LOOKUP, headers, "odd", ODD);
            writer.append(RequestKind.SEND, Map.of(), "", new Object[0]);
            writer.append(RequestKind.UPDATE, Map.of(), "failing");
            AnsweredQueues.answer(pair, 3, ExportFormatTest::answer);
        }
        export();
        assertSame();
    }

    private static void answer(AnsweredQueues.Results results, long index, long written, RequestFrame request) {
        final Columns columns = Columns.of(Collections.nCopies(ODD.length + 1, "THE SAME"));
        final Object[] values = Arrays.copyOf(ODD, ODD.length + 1);
        values[ODD.length] = new OtherValue("", "");
        final Columns none = Columns.of(List.of());
        switch (request.kind()) {
            case LOOKUP ->
                results.rows(
                        index,
                        written,
                        ResultKind.ROWS,
                        request.ref(index),
                        Rows.of(columns, List.of(Row.of(columns, values))));
            case SEND ->
                results.rows(
                        index,
                        written,
                        ResultKind.REPLIED,
                        request.ref(index),
                        Rows.of(none, List.of(Row.of(none), Row.of(none))));
            default ->
                results.failed(
                        index,
                        written,
                        request.ref(index),
                        new Failure(FailureKind.REJECTED, "\uD800", "half of \uDC00 a pair", true));
        }
    }

    @Test
    void shouldGiveBackWhatIsNoRequestAndNoResult() throws IOException {
        AnsweredQueues.make(queues, 8, AnsweredQueues.Results::truth);
        RewrittenQueue.tamper(queues.resolve("in"), all -> all.set(3, new byte[] {1, 2, 3}));
        RewrittenQueue.tamper(queues.resolve("out"), all -> {
            all.set(5, "garbage".getBytes(StandardCharsets.US_ASCII));
            all.add(7, all.get(6));
            all.get(2)[12 + 7] ^= 0x70; // the index in its history
        });
        export();
        assertSame();
    }

    @Test
    void shouldHaveALineOfJsonForEachPair() throws IOException {
        final int requests = AllKinds.make(queues);
        export();
        final List<String> lines = GzipLines.lines(file);
        assertEquals(requests + 2, lines.size());
        final List<String> positions = Called.line("cat requests --queues " + queues).lines().stream()
                .map(line -> line.split(" ")[0])
                .toList();
        for (int i = 0; i < requests; i++) {
            final JsonNode pair = MAPPER.readTree(lines.get(i + 1));
            assertEquals(positions.get(i), pair.at("/request/position").textValue());
            assertEquals(i < requests - 2, pair.has("result"));
            assertFalse(pair.at("/result").has("answers"), "it answers the request beside it");
        }
    }

    @Test
    void shouldBeCheckedByWhatTheFormatSays() throws Exception {
        AllKinds.make(queues);
        export();
        final List<String> lines = GzipLines.lines(file);
        final MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
        for (final String line : lines) {
            final int end = line.lastIndexOf(",\"crc\"");
            final CRC32C crc = new CRC32C();
            crc.update(line.substring(0, end).getBytes(StandardCharsets.UTF_8));
            assertEquals(
                    HexFormat.of().toHexDigits((int) crc.getValue()),
                    MAPPER.readTree(line).get("crc").textValue());
        }
        lines.subList(0, lines.size() - 1)
                .forEach(line -> sha256.update((line + "\n").getBytes(StandardCharsets.UTF_8)));
        final JsonNode end = MAPPER.readTree(lines.get(lines.size() - 1));
        assertEquals(
                HexFormat.of().formatHex(sha256.digest()), end.get("sha256").textValue());
    }
}
