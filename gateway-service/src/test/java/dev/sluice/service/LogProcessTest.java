package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import dev.sluice.client.GatewayClient;
import dev.sluice.testsupport.Child;
import dev.sluice.testsupport.Program;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** The log of the program in a process of its own, everything it prints, as a collector of logs gets it. */
@Tag("nightly")
class LogProcessTest {

    private static final int ATTEMPTS = 20;
    private static final ObjectMapper STRICT =
            new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    @TempDir
    private Path directory;

    /**
     * A driver that talks by the JDK's logging, as PostgreSQL's does, and by SLF4J, as MariaDB's does of each error of the
     * server: up to some 3.5 release as a warning.
     */
    public static final class TalkativeDriver extends FakeDriver {

        static {
            Logger.getLogger("talkative").warning("a line of\ntwo lines");
            Logger.getLogger("talkative").fine("more than anybody wants to know");
            LoggerFactory.getLogger("org.mariadb.jdbc.message.server.ErrorPacket")
                    .warn("Error: 1045-28000: Access denied for user 'batch'");
        }
    }

    /** The default level, and the finest, where libraries say more. */
    @ParameterizedTest
    @ValueSource(strings = {"info", "trace"})
    void shouldPrintNothingButJsonWithTheGatewaysNameAndTwoLinesForAnOutage(String level) throws Exception {
        final List<JsonNode> lines = json(runThroughAnOutage("json", level));
        for (final JsonNode line : lines) {
            assertTrue(Instant.parse(line.get("timestamp").textValue()).isBefore(Instant.now()), line.toString());
            assertTrue(
                    List.of("DEBUG", "INFO", "WARN").contains(line.get("level").textValue()), line.toString());
            for (final String field : List.of("logger", "thread", "message")) {
                assertTrue(line.hasNonNull(field), field + " in " + line);
            }
            assertEquals("test", line.path("gateway").textValue(), line.toString());
        }
        final List<String> outage = lines.stream()
                .filter(line -> "crm".equals(line.path("backend").textValue()))
                .map(line -> line.get("message").textValue())
                .toList();
        assertEquals(2, outage.size(), outage.toString());
        assertTrue(outage.get(0).startsWith("test: crm is away: "), outage.get(0));
        assertTrue(outage.get(1).startsWith("test: crm is back after "), outage.get(1));
        if (level.equals("info")) {
            assertEquals(
                    6, lines.size(), "the driver, how the database is asked, start, away, back, stopped: " + lines);
        }
    }

    @Test
    void shouldPrintNothingButLinesWithTimeLevelAndGatewayWhenTheFormatIsText() throws Exception {
        final List<String> lines = runThroughAnOutage("text", "info").lines().toList();
        final List<String> begun =
                lines.stream().filter(line -> !line.startsWith("  ")).toList();
        final Pattern event = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}(Z|[+-]\\d\\d:\\d\\d)"
                + " \\[(INFO|WARN)\\] test: \\S.*");
        assertEquals(
                List.of(),
                begun.stream().filter(line -> !event.matcher(line).matches()).toList());
        assertEquals(6, begun.size(), "the driver, how the database is asked, start, away, back, stopped: " + lines);
        assertTrue(begun.get(0).endsWith("[WARN] test: a line of"), lines.toString());
        assertEquals("  two lines", lines.get(1));
        assertEquals(
                2,
                begun.stream().filter(line -> line.contains("] test: crm is ")).count(),
                lines.toString());
    }

    private String runThroughAnOutage(String format, String level) throws Exception {
        final AtomicInteger asked = new AtomicInteger();
        final HttpServer service = service(asked);
        try (Child gateway = program("run", "--config", config(service), "--log-level", level)
                .with(Map.of("SLUICE_LOG", format))
                .start()) {
            try (GatewayClient client = RunningGateway.client(directory.resolve("queues"))) {
                for (long key = 1; key <= 50; key++) {
                    client.requests().lookup("customer", key);
                    client.requests().lookup("one", key);
                }
                final Collected results = new Collected();
                client.awaitAll(results, Duration.ofMinutes(1));
                assertEquals(100, results.lines.size());
                assertEquals("one: rows [{C1=50}]", results.lines.get(99));
            }
            assertEquals(Child.TERMINATED, gateway.stop());
            assertTrue(asked.get() > ATTEMPTS, asked + " attempts");
            return gateway.said();
        } finally {
            service.stop(0);
        }
    }

    @Test
    void shouldNameThePositionOfARequestWhereThereIsOne() throws Exception {
        final AtomicInteger asked = new AtomicInteger(ATTEMPTS);
        final HttpServer service = service(asked);
        final Path config = config(service);
        String last = "";
        try {
            for (int run = 0; run < 2; run++) {
                try (Child gateway = program("run", "--config", config, "--log", "json")
                                .start();
                        GatewayClient client = RunningGateway.client(directory.resolve("queues"))) {
                    client.requests().lookup("one", 1L);
                    client.awaitAll(new Collected(), Duration.ofMinutes(1));
                    assertEquals(Child.TERMINATED, gateway.stop());
                    last = gateway.said();
                }
            }
        } finally {
            service.stop(0);
        }
        final JsonNode start = json(last).stream()
                .filter(line -> line.get("message").textValue().contains("serves lookups"))
                .findFirst()
                .orElseThrow();
        final String position = start.path("position").asText();
        assertTrue(position.matches("\\d+:\\d+"), start.toString());
        assertTrue(start.get("message").textValue().contains("after request " + position + ","), start.toString());
    }

    @Test
    void shouldSayAllMistakesInOneLineWhenTheConfigurationIsWrong() throws Exception {
        final Path config = Files.writeString(directory.resolve("gateway.yaml"), "chunk: {limit: 0, lingr: 3}\n");

        final List<JsonNode> lines =
                json(program("run", "--config", config, "--log", "JSON").start().expectEnd(1));
        assertEquals(1, lines.size(), lines.toString());
        assertEquals("ERROR", lines.get(0).get("level").textValue());
        final String message = lines.get(0).get("message").textValue();
        assertTrue(message.contains("chunk.limit") && message.contains("chunk.lingr"), message);
    }

    @Test
    void shouldExitWithTwoWhenThereIsNoSuchFormat() throws Exception {
        final String said = program("run", "--config", "none.yaml")
                .with(Map.of("SLUICE_LOG", "xml"))
                .start()
                .expectEnd(2);
        assertTrue(said.contains("--log") && said.contains("xml"), said);
    }

    /** Refuses everybody at first, which counts as an outage; then it answers. */
    private static HttpServer service(AtomicInteger asked) throws IOException {
        final HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            final boolean well = asked.incrementAndGet() > ATTEMPTS;
            exchange.getRequestBody().readAllBytes();
            final byte[] body = "{\"name\":\"Ann\"}".getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(well ? 200 : 401, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        return server;
    }

    private Path config(HttpServer service) throws IOException {
        return Files.writeString(directory.resolve("gateway.yaml"), """
                name: test
                queues: {path: '%s', diskReserve: 1MB}
                databases:
                  main: {url: 'jdbc:hsqldb:mem:log', user: SA}
                services:
                  crm: {url: 'http://127.0.0.1:%d', backoff: 5ms, maxBackoff: 20ms}
                lookups:
                  one: {sql: 'VALUES (CAST(? AS BIGINT))', types: [long], reads: []}
                  customer: {service: crm, request: {path: '/customers/{1}'}}
                """.formatted(
                        directory.resolve("queues"), service.getAddress().getPort()));
    }

    private static List<JsonNode> json(String said) {
        final List<JsonNode> lines = new ArrayList<>();
        for (final String line : said.lines().toList()) {
            try {
                lines.add(STRICT.readTree(line));
            } catch (final IOException e) {
                throw new AssertionError("no JSON: " + line, e);
            }
        }
        return lines;
    }

    private static Program program(Object... arguments) {
        return Program.java(Main.class, arguments)
                .options("-Djdbc.drivers=" + TalkativeDriver.class.getName())
                .without("SLUICE_LOG", "SLUICE_LOG_LEVEL");
    }
}
