package dev.sluice.service.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxy;
import ch.qos.logback.core.encoder.Encoder;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import net.logstash.logback.encoder.LogstashEncoder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How one event is written. */
class LogLinesTest {

    private static final Instant WHEN = Instant.parse("2026-11-22T02:14:07.005Z");
    private static final ObjectMapper STRICT =
            new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private final LoggerContext context = new LoggerContext();
    private final ByteArrayOutputStream standardError = new ByteArrayOutputStream();
    private final LogSetup.TextLines text = new LogSetup.TextLines(new PrintStream(standardError));

    @AfterEach
    void forget() {
        LogSetup.name("");
        LogSetup.mask(UnaryOperator.identity());
    }

    @Test
    void shouldWriteOneObjectWithEveryFieldWhenTheFormatIsJson() throws Exception {
        LogSetup.name("letters");
        final LoggingEvent event = event(
                "main is away:\nconnection \"refused\"",
                Map.of("backend", "main", "position", "20414:17", "other", "x"));

        final String line = line(JsonLog.Lines.encoder(context), event);

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
        event.setThrowableProxy(new ThrowableProxy(new IllegalStateException("outer", new IOException("inner"))));

        final JsonNode line = STRICT.readTree(line(JsonLog.Lines.encoder(context), event));

        assertEquals("java.lang.IllegalStateException", line.get("error").textValue());
        assertTrue(line.get("stack").textValue().contains("LogLinesTest.java"), line.toString());
        assertTrue(line.get("stack").textValue().contains("Caused by: java.io.IOException: inner"), line.toString());
        assertFalse(line.has("gateway"), "none is known yet");
    }

    /** As in an application that embeds a gateway: Logback finds the class by itself. */
    @Test
    void shouldLeaveAnApplicationsLogAloneWhenItHasLogbackOnly() throws Exception {
        final List<URL> libraries = new ArrayList<>();
        for (final String library : System.getProperty("java.class.path").split(File.pathSeparator)) {
            if (!library.contains("logstash")) {
                libraries.add(Path.of(library).toUri().toURL());
            }
        }
        try (URLClassLoader application =
                new URLClassLoader(libraries.toArray(new URL[0]), ClassLoader.getPlatformClassLoader())) {
            assertThrows(ClassNotFoundException.class, () -> application.loadClass(LogstashEncoder.class.getName()));
            final Object log = application
                    .loadClass(JsonLog.class.getName())
                    .getConstructor()
                    .newInstance();
            final Class<?> logback = application.loadClass(LoggerContext.class.getName());
            final Object status = log.getClass()
                    .getMethod("configure", logback)
                    .invoke(log, logback.getConstructor().newInstance());
            assertEquals("INVOKE_NEXT_IF_ANY", status.toString());
        }
    }

    @Test
    void shouldNameTheGatewayOnceWhenTheFormatIsText() {
        LogSetup.name("letters");

        print("[WARN] letters: main is away", Optional.empty());
        print("[WARN] some library's line", Optional.empty());

        assertEquals("[WARN] letters: main is away\n[WARN] letters: some library's line\n", printed());
    }

    @Test
    void shouldIndentEveryFurtherLineWhenAnEventHasSeveral() {
        print(
                "[WARN] ERROR: no\r\n2026-11-22T03:14:07.512Z [INFO] forged\n  Position: 1",
                Optional.of(new IllegalStateException("outer\nforged")));

        final String lines = printed();
        assertTrue(
                lines.startsWith("[WARN] ERROR: no\n  2026-11-22T03:14:07.512Z [INFO] forged\n    Position: 1\n"
                        + "  java.lang.IllegalStateException: outer\n  forged\n  \tat "),
                lines);
        assertTrue(lines.lines().skip(1).allMatch(line -> line.startsWith("  ")), lines);
    }

    @Test
    void shouldMaskTheWholeLineAndItsStackWhenASecretIsInThem() throws Exception {
        final Exception error = new IllegalStateException("canary-4711", new IOException("?key=canary-4711&x"));
        LogSetup.mask(line -> line.replace("canary-4711", "*"));
        final LoggingEvent event = event("no: \"canary-4711\"");
        event.setThrowableProxy(new ThrowableProxy(error));
        print("[WARN] no: \"canary-4711\"", Optional.of(error));

        for (final String lines : List.of(line(JsonLog.Lines.encoder(context), event), printed())) {
            assertFalse(lines.contains("canary"), lines);
            assertTrue(lines.contains("Caused by: java.io.IOException: ?key=*&x"), lines);
        }
    }

    /** As slf4j-simple does. */
    private void print(String line, Optional<Exception> error) {
        text.println(line);
        error.ifPresent(thrown -> thrown.printStackTrace(text));
        text.flush();
    }

    private String printed() {
        return standardError.toString(StandardCharsets.UTF_8);
    }

    private static String line(Encoder<ILoggingEvent> encoder, ILoggingEvent event) {
        encoder.start();
        return new String(encoder.encode(event), StandardCharsets.UTF_8);
    }

    private LoggingEvent event(String message) {
        return event(message, Map.of());
    }

    private LoggingEvent event(String message, Map<String, String> subject) {
        final LoggingEvent event =
                new LoggingEvent("", context.getLogger("dev.sluice.some"), Level.WARN, message, null, null);
        event.setInstant(WHEN);
        event.setThreadName("service");
        event.setMDCPropertyMap(subject);
        return event;
    }
}
