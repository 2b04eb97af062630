package dev.sluice.service.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.encoder.Encoder;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.event.KeyValuePair;

/** How one event is written. */
class LogLinesTest {

    private static final Instant WHEN = Instant.parse("2026-11-22T02:14:07.005Z");
    private static final ObjectMapper STRICT =
            new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private final LoggerContext context = new LoggerContext();

    @Test
    void shouldWriteOneObjectWithEveryFieldWhenTheFormatIsJson() throws Exception {
        context.putProperty(LogSetup.GATEWAY, "letters");
        final LoggingEvent event = event("main is away:\nconnection \"refused\"");
        event.setKeyValuePairs(List.of(new KeyValuePair("backend", "main"), new KeyValuePair("position", "20414:17")));

        final String line = line(LogFormat.JSON, event);

        assertTrue(line.endsWith("}\n"), line);
        assertEquals(1, line.lines().count(), line);
        assertEquals(STRICT.readTree("""
                        {"timestamp": "2026-11-22T02:14:07.005Z", "level": "WARN", "logger": "dev.sluice.some",
                         "thread": "service", "gateway": "letters", "backend": "main", "position": "20414:17",
                         "message": "main is away:\\nconnection \\"refused\\""}
                        """), STRICT.readTree(line));
    }

    @Test
    void shouldNameTheErrorsClassAndStackWhenTheFormatIsJson() throws Exception {
        final LoggingEvent event = event("failed");
        event.setThrowableProxy(new ch.qos.logback.classic.spi.ThrowableProxy(
                new IllegalStateException("outer", new java.io.IOException("inner"))));

        final JsonNode line = STRICT.readTree(line(LogFormat.JSON, event));

        assertEquals("java.lang.IllegalStateException", line.get("error").textValue());
        assertTrue(line.get("stack").textValue().contains("LogLinesTest.java"), line.toString());
        assertTrue(line.get("stack").textValue().contains("Caused by: java.io.IOException: inner"), line.toString());
        assertFalse(line.has("gateway"), "none is known yet");
    }

    @Test
    void shouldNameTheGatewayOnceWhenTheFormatIsText() throws Exception {
        context.putProperty(LogSetup.GATEWAY, "letters");

        final String named = line(LogFormat.TEXT, event("letters: main is away"));
        final String unnamed = line(LogFormat.TEXT, event("some library's line"));

        assertTrue(
                named.matches("2026-11-2\\dT\\S+:14:07\\.005(Z|[+-]\\d\\d:\\d\\d) \\[WARN\\] letters: main is away\n"),
                named);
        assertTrue(unnamed.endsWith("[WARN] letters: some library's line\n"), unnamed);
    }

    @Test
    void shouldIndentEveryFurtherLineWhenAMessageHasSeveral() throws Exception {
        final String line =
                line(LogFormat.TEXT, event("ERROR: no\r\n2026-11-22T03:14:07.512Z [INFO] forged\n  Position: 1"));

        assertTrue(
                line.endsWith("[WARN] ERROR: no\n  2026-11-22T03:14:07.512Z [INFO] forged\n    Position: 1\n"), line);
    }

    @Test
    void shouldMaskTheWholeLineAndItsStackWhenASecretIsInThem() throws Exception {
        final LoggingEvent event = event("no: \"canary-4711\"");
        event.setThrowableProxy(new ch.qos.logback.classic.spi.ThrowableProxy(
                new IllegalStateException("canary-4711", new java.io.IOException("?key=canary-4711&x"))));

        for (final LogFormat format : LogFormat.values()) {
            final String line =
                    line(new MaskedLine(format.encoder(context), text -> text.replace("canary-4711", "*")), event);

            assertFalse(line.contains("canary"), line);
            assertTrue(line.contains("Caused by: java.io.IOException: ?key=*&x"), line);
        }
    }

    private String line(LogFormat format, ILoggingEvent event) {
        return line(format.encoder(context), event);
    }

    private static String line(Encoder<ILoggingEvent> encoder, ILoggingEvent event) {
        encoder.start();
        return new String(encoder.encode(event), StandardCharsets.UTF_8);
    }

    private LoggingEvent event(String message) {
        final LoggingEvent event =
                new LoggingEvent("", context.getLogger("dev.sluice.some"), Level.WARN, message, null, null);
        event.setInstant(WHEN);
        event.setThreadName("service");
        return event;
    }
}
