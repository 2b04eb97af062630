package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.RequestKind;
import dev.sluice.internal.wire.MessageWriter;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.transport.UnreadableQueueException.NewerMessageException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.wire.DocumentContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A request of a later release holds the line: it is no failure, and whoever knows it goes on there. */
@Timeout(60)
class NewerMessageTest {

    @RegisterExtension
    private final ServedQueues served = ServedQueues.declaring("""
            lookups:
              one: {sql: 'SELECT CAST(? AS BIGINT) AS n FROM (VALUES(0))', types: [long], reads: []}
            """);

    private byte[] known;

    @BeforeEach
    void encode() {
        final MessageWriter message = new MessageWriter();
        RequestFrame.encode(message, RequestKind.LOOKUP, 77, 1, Map.of(), "one", new Object[] {3L});
        known = message.toBytes();
    }

    @ParameterizedTest
    @CsvSource({"lookup, lookAt, by the method 'lookAt'", "by, b3, an event 'b3'"})
    void shouldHoldTheLineWhenARequestIsOfALaterRelease(String event, String other, String said) throws IOException {
        final byte[] newer = withChecksum(renamed(known, event, other));
        write(newer);

        final String message = runUntilItStops();
        assertTrue(message.contains(said), message);
        assertTrue(message.matches(".*\\d+:2 of the input.*"), message);
        assertTrue(message.contains("a release that can read it"), message);
        assertEquals(List.of("one: rows [{N=1}]", "one: rows [{N=2}]"), served.allResults(2));
        assertEquals(message, runUntilItStops(), "again");

        replace(newer, known); // a later gateway reads it as this one reads what it knows
        served.start();
        assertEquals(
                List.of("one: rows [{N=1}]", "one: rows [{N=2}]", "one: rows [{N=3}]", "one: rows [{N=4}]"),
                served.allResults(4));
    }

    @Test
    void shouldFailARequestWhoseTrailerWasDamaged() {
        write(renamed(known, "by", "b3"));
        served.start();
        final List<String> results = served.allResults(4);
        assertTrue(results.get(2).contains("failed INVALID"), results::toString);
    }

    /** Two that are known, this one, and one more. */
    private void write(byte[] message) {
        served.client().requests().lookup("one", 1L);
        served.client().requests().lookup("one", 2L);
        try (ChronicleQueue input =
                        ChronicleQueue.single(served.queues().resolve("in").toString());
                ExcerptAppender appender = input.createAppender();
                DocumentContext document = appender.writingDocument()) {
            document.wire().bytes().write(message);
        }
        served.client().requests().lookup("one", 4L);
    }

    /** The request with an event that this release does not know. */
    static byte[] renamed(byte[] known, String event, String other) {
        return new String(known, StandardCharsets.ISO_8859_1)
                .replaceFirst(event, other)
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    static byte[] withChecksum(byte[] frame) {
        final CRC32C crc = new CRC32C();
        crc.update(frame, 0, frame.length - Integer.BYTES);
        ByteBuffer.wrap(frame).order(ByteOrder.LITTLE_ENDIAN).putInt(frame.length - Integer.BYTES, (int)
                crc.getValue());
        return frame;
    }

    private String runUntilItStops() {
        try (GatewayProgram program = GatewayProgram.open(served.config())) {
            return assertThrows(NewerMessageException.class, program::run).getMessage();
        }
    }

    private void replace(byte[] frame, byte[] other) throws IOException {
        final Path file = QueueFiles.of(served.queues().resolve("in")).get(0);
        final byte[] bytes = Files.readAllBytes(file);
        final int at =
                new String(bytes, StandardCharsets.ISO_8859_1).indexOf(new String(frame, StandardCharsets.ISO_8859_1));
        System.arraycopy(other, 0, bytes, at, other.length);
        Files.write(file, bytes);
    }
}
