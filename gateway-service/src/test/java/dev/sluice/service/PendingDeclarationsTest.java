package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueOptions;
import dev.sluice.internal.queue.OutputReader;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.service.core.StoppedException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Requests wait while the configuration changes under them. */
class PendingDeclarationsTest {

    private static final String PLAIN = "VALUES (CAST(? AS BIGINT))";
    private static final String NEXT = "VALUES (CAST(? AS BIGINT) + 1)";

    @RegisterExtension
    private final ServedQueues served = ServedQueues.declaring("").named("pending");

    @Test
    void shouldRefuseToStartWhenRequestsWaitForWhatIsNotDeclaredAnyMore() {
        run(config(true, lookup("a", PLAIN), lookup("b", PLAIN)));
        served.client().requests().lookup("b", 1L);
        served.client().requests().lookup("a", 2L);
        served.client().requests().lookup("a", 3L);
        served.client().requests().executeQuery("VALUES (4)");

        final StoppedException refusal =
                assertThrows(StoppedException.class, () -> served.start(config(false, lookup("b", PLAIN))));
        final String said = refusal.getMessage();
        assertTrue(said.startsWith("pending: 3 requests wait"), said);
        assertTrue(
                said.matches("(?s).*SQL '\\(SQL\\)' of main \\(1, the first at \\d+:3\\), lookup 'a' of main \\(2, the"
                        + " first at \\d+:1\\)\\..*"),
                said);
        assertTrue(
                said.endsWith("sluice replay resume --queues " + served.queues() + " --lookup '(SQL)' --lookup a"),
                said);
        assertThrows(StoppedException.class, () -> served.start(config(true, lookup("b", PLAIN))), "again");
        assertEquals(
                List.of("b: rows [{C1=1}]", "a: rows [{C1=2}]", "a: rows [{C1=3}]", "VALUES (4): rows [{C1=4}]"),
                run(config(true, lookup("a", PLAIN), lookup("b", PLAIN))));
        run(config(false, lookup("b", PLAIN)));
    }

    @Test
    void shouldStartWhenNothingWaitsForWhatIsGoneAndRefuseLaterRequestsForIt() {
        run(config(false, lookup("a", PLAIN), lookup("b", PLAIN)));
        served.client().requests().lookup("b", 1L);
        served.client().requests().lookup("never-declared", 1L);

        final List<String> results = run(config(false, lookup("b", PLAIN)));
        assertEquals("b: rows [{C1=1}]", results.get(0));
        assertTrue(results.get(1).startsWith("never-declared: failed INVALID"), results.get(1));
        served.client().requests().lookup("a", 1L);

        assertTrue(run(config(false, lookup("b", PLAIN))).get(2).startsWith("a: failed INVALID"));
    }

    @Test
    void shouldNameDeclarationsThatChangedWhileRequestsWaitOnce() {
        run(config(false, lookup("a", PLAIN), lookup("b", PLAIN), lookup("c", PLAIN)));
        served.client().requests().lookup("a", 1L);
        served.client().requests().lookup("b", 1L);
        served.client().requests().lookup("a", 2L);

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
        try (QueuePair queues = QueuePair.open(served.queues(), QueueOptions.DEFAULTS.withDiskReserve(1 << 20));
                OutputReader reader = queues.resultsFromStart()) {
            final RunningGateway gateway = served.start(config);
            gateway.awaitNothingWaits(queues);
            served.stop();
            final Collected results = new Collected();
            reader.poll(results, Integer.MAX_VALUE);
            return results.lines;
        }
    }

    private static String lookup(String name, String sql) {
        return "  %s: {sql: '%s', types: [long], reads: []}\n".formatted(name, sql);
    }

    private String config(boolean adHoc, String... lookups) {
        return served.database("updates: at-least-once, adHoc: " + adHoc).yaml("lookups:\n" + String.join("", lookups));
    }
}
