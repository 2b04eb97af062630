package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.FailureKind;
import dev.sluice.service.CapturedLog;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.memory.InMemoryRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One lookup of a service is not answered as it is declared: it is held, and the others are not. */
class OneLookupAwayTest {

    private final CapturedLog log = new CapturedLog();

    @AfterEach
    void printAgain() {
        log.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"html", "latin1", "404", "403", "500"})
    void shouldHoldThatLookupAloneWhenItsAnswersCannotBeRead(String wrong) throws IOException {
        final AtomicBoolean mended = new AtomicBoolean();
        try (RawServer server = RawServer.start((request, connection) -> {
                    final boolean good = request.line().contains("/good") || mended.get();
                    connection.write(
                            good ? Http.response(200, "Content-Type: application/json\r\n", "{\"v\":1}") : bad(wrong));
                    return true;
                });
                RestGateway gateway = new RestGateway(config(server.url(), ""))) {
            gateway.lookup("good", 0L).texts();
            gateway.lookup("bad", 0L);
            for (long key = 1; key <= 300; key++) {
                gateway.lookup("good", key);
            }
            final long start = System.nanoTime();
            while (gateway.trips() < 290 && System.nanoTime() - start < 20_000_000_000L) {
                gateway.turn();
            }
            assertTrue(gateway.trips() >= 290, () -> log.lines().toString());
            assertTrue(
                    log.lines().stream()
                            .anyMatch(line -> line.contains("lookup 'bad' of service 'crm' does not get the answers")),
                    () -> log.lines().toString());
            mended.set(true);
            assertEquals(301, gateway.results().size());
            assertTrue(log.lines().stream()
                    .anyMatch(line -> line.contains("lookup 'bad' of service 'crm' is answered again")));
        }
    }

    @Test
    void shouldFailThatLookupWhenRequestsFailAfterAnOutage() throws IOException {
        try (RawServer server = RawServer.start((request, connection) -> {
                    final boolean good = request.line().contains("/good");
                    connection.write(
                            good ? Http.response(200, "Content-Type: application/json\r\n", "{\"v\":1}") : bad("500"));
                    return true;
                });
                RestGateway gateway = new RestGateway(config(server.url(), "outage: fail-after 1ms, "))) {
            gateway.lookup("good", 0L).texts();
            gateway.lookup("bad", 0L);
            for (long key = 1; key <= 300; key++) {
                gateway.lookup("good", key);
            }
            final List<InMemoryRun.Result> results = gateway.results();
            assertEquals(301, results.size());
            assertEquals(FailureKind.UNAVAILABLE, results.get(0).failure().kind());
            assertTrue(
                    results.get(0).failure().message().contains("'bad' was not answered"),
                    results.get(0).failure().message());
        }
    }

    private static byte[] bad(String wrong) {
        return switch (wrong) {
            case "html" -> Http.response(200, "Content-Type: text/html\r\n", "<p>");
            case "latin1" -> Http.response(200, "Content-Type: application/json; charset=iso-8859-1\r\n", "{}");
            default -> Http.response(Integer.parseInt(wrong), "", "no");
        };
    }

    private static GatewayConfig config(String url, String more) {
        return GatewayConfig.parse(
                "{chunk: {limit: 1000}, services: {crm: {url: '" + url
                        + "', " + more + "backoff: 1ms, maxBackoff: 50ms}}, lookups: {"
                        + "good: {reads: [a], request: {path: '/good/{1}'}}, "
                        + "bad: {reads: [b], request: {path: '/bad/{1}'}, response: {notFoundStatuses: []}}}}",
                Path.of(""),
                name -> null);
    }
}
