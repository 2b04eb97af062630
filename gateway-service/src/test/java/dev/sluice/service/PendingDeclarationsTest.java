package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueOptions;
import dev.sluice.client.GatewayClient;
import dev.sluice.internal.queue.OutputReader;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.service.core.StoppedException;
import java.nio.file.Path;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests wait while the configuration changes under them. */
class PendingDeclarationsTest {

    private static final String PLAIN = "VALUES (CAST(? AS BIGINT))";
    private static final String NEXT = "VALUES (CAST(? AS BIGINT) + 1)";

    @TempDir
    private Path directory;

    @Test
    void shouldRefuseToStartWhenRequestsWaitForWhatIsNotDeclaredAnyMore() {
        run(config(true, lookup("a", PLAIN), lookup("b", PLAIN)));
        try (GatewayClient client = client()) {
            client.requests().lookup("b", 1L);
            client.requests().lookup("a", 2L);
            client.requests().lookup("a", 3L);
            client.requests().executeQuery("VALUES (4)");
        }
        final StoppedException refusal =
                assertThrows(StoppedException.class, () -> RunningGateway.start(config(false, lookup("b", PLAIN))));
        final String said = refusal.getMessage();
        assertTrue(said.startsWith("pending: 3 requests wait"), said);
        assertTrue(
                said.matches("(?s).*SQL '\\(SQL\\)' of main \\(1, the first at \\d+:3\\), lookup 'a' of main \\(2, the"
                        + " first at \\d+:1\\)\\..*"),
                said);
        assertTrue(said.endsWith("sluice replay resume --queues " + queues() + " --lookup '(SQL)' --lookup a"), said);
        assertThrows(StoppedException.class, () -> RunningGateway.start(config(true, lookup("b", PLAIN))), "again");
        assertEquals(
                List.of("b: rows [{C1=1}]", "a: rows [{C1=2}]", "a: rows [{C1=3}]", "VALUES (4): rows [{C1=4}]"),
                run(config(true, lookup("a", PLAIN), lookup("b", PLAIN))));
        run(config(false, lookup("b", PLAIN)));
    }

    @Test
    void shouldStartWhenNothingWaitsForWhatIsGoneAndRefuseLaterRequestsForIt() {
        run(config(false, lookup("a", PLAIN), lookup("b", PLAIN)));
        try (GatewayClient client = client()) {
            client.requests().lookup("b", 1L);
            client.requests().lookup("never-declared", 1L);
        }
        final List<String> results = run(config(false, lookup("b", PLAIN)));
        assertEquals("b: rows [{C1=1}]", results.get(0));
        assertTrue(results.get(1).startsWith("never-declared: failed INVALID"), results.get(1));
        try (GatewayClient client = client()) {
            client.requests().lookup("a", 1L);
        }
        assertTrue(run(config(false, lookup("b", PLAIN))).get(2).startsWith("a: failed INVALID"));
    }

    @Test
    void shouldNameDeclarationsThatChangedWhileRequestsWaitOnce() {
        run(config(false, lookup("a", PLAIN), lookup("b", PLAIN), lookup("c", PLAIN)));
        try (GatewayClient client = client()) {
            client.requests().lookup("a", 1L);
            client.requests().lookup("b", 1L);
            client.requests().lookup("a", 2L);
        }
        final String changed = config(false, lookup("a", NEXT), lookup("b", PLAIN), lookup("c", NEXT));
        try (CapturedLog log = new CapturedLog()) {
            assertEquals(List.of("a: rows [{C1=2}]", "b: rows [{C1=1}]", "a: rows [{C1=3}]"), run(changed));
            assertTrue(
                    log.lines().stream()
                            .anyMatch(line ->
                                    line.endsWith("; declarations have changed with requests waiting for them: a (2)")),
                    log.lines().toString());
        }
        try (CapturedLog log = new CapturedLog()) {
            run(changed);
            assertFalse(
                    log.lines().toString().contains("have changed"), log.lines().toString());
        }
    }

    /** Starts a gateway, has everything answered, and stops it; all results there are. */
    private List<String> run(String config) {
        final Collected results = new Collected();
        try (QueuePair queues = QueuePair.open(queues(), QueueOptions.DEFAULTS.withDiskReserve(1 << 20));
                OutputReader reader = queues.resultsFromStart()) {
            try (RunningGateway gateway = RunningGateway.start(config)) {
                Awaitility.await()
                        .until(() -> !gateway.alive() || queues.backlog().waiting() == 0);
            }
            reader.poll(results, Integer.MAX_VALUE);
        }
        return results.lines;
    }

    private GatewayClient client() {
        return RunningGateway.client(queues());
    }

    private Path queues() {
        return directory.resolve("queues");
    }

    private static String lookup(String name, String sql) {
        return "  %s: {sql: '%s', types: [long], reads: []}\n".formatted(name, sql);
    }

    private String config(boolean adHoc, String... lookups) {
        return """
                name: pending
                queues:
                  path: %s
                  diskReserve: 1MB
                databases:
                  main:
                    url: jdbc:hsqldb:mem:pending
                    user: SA
                    adHoc: %s
                    updates: at-least-once
                lookups:
                %s""".formatted(queues(), adHoc, String.join("", lookups));
    }
}
