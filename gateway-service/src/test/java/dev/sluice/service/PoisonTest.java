package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.client.GatewayClient;
import dev.sluice.testsupport.Child;
import dev.sluice.testsupport.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests that end the gateway's process, whenever they are asked: a routine of the database halts its JVM. */
@Tag("long")
class PoisonTest {

    private static final int HALTED = 7;
    private static final long POISON = 13;
    private static final int REQUESTS = 14;
    private static final int MOST_STARTS = 12;

    @TempDir
    private Path directory;

    private Child gateway;
    private int starts;

    /** For HSQLDB, which calls it by its name. */
    public static final class Routine {

        private Routine() {}

        public static Long taste(Long value) {
            if (value == POISON) {
                Runtime.getRuntime().halt(HALTED);
            }
            return value;
        }
    }

    @Test
    void shouldFailOnlyThePoisonousRequestsWhenTheyEndTheProcess() throws Exception {
        final Path config = config(2);
        try (GatewayClient client = RunningGateway.client(directory.resolve("queues"))) {
            for (long i = 1; i <= REQUESTS; i++) {
                client.requests().lookup("tasted", i);
                client.requests().executeUpdate("touch", i == POISON ? POISON : 100 + i);
            }
            final Collected results = new Collected();
            final Child last = startUntilOneStays(config, client, results);
            assertEquals(
                    1 + 2 * 2 + 1,
                    starts,
                    () -> "one with full chunks, two for each of the two, and the last one; it gave " + results.lines);
            check(results);
            assertEquals(Child.TERMINATED, last.stop());
            assertTrue(last.hasSaid("is quarantined"), last::said);
            start(config);
            client.requests().lookup("tasted", 1L);
            client.awaitAll(results, Duration.ofMinutes(1));
            assertFalse(gateway.hasSaid("ended without being closed"), gateway::said);
        } finally {
            kill();
        }
    }

    private void check(Collected results) {
        assertEquals(2 * REQUESTS, results.lines.size());
        for (int i = 1; i <= REQUESTS; i++) {
            final String lookup = results.lines.get(2 * i - 2);
            final String update = results.lines.get(2 * i - 1);
            if (i == POISON) {
                assertQuarantined(lookup, "'tasted'");
            } else {
                assertEquals("tasted: rows [{N=" + i + "}]", lookup);
            }
            if (i == POISON) {
                assertQuarantined(update, "'touch'");
            } else {
                assertEquals("touch: updated 1", update);
            }
        }
    }

    private static void assertQuarantined(String result, String name) {
        assertTrue(result.contains("failed INTERNAL") && result.contains(name + ", request "), result);
        assertTrue(result.contains("ended 2 times while this request ran alone"), result);
    }

    private Child startUntilOneStays(Path config, GatewayClient client, Collected results) throws Exception {
        while (true) {
            start(config);
            final Child running = gateway;
            Awaitility.await()
                    .pollInSameThread()
                    .atMost(Duration.ofMinutes(2))
                    .until(() -> client.poll(results, Integer.MAX_VALUE) == 0
                            && (!running.isAlive() || results.lines.size() == 2 * REQUESTS));
            if (results.lines.size() == 2 * REQUESTS) {
                return running;
            }
            final String said = running.expectEnd(HALTED);
            assertTrue(starts < MOST_STARTS, () -> "started " + starts + " times: " + said);
        }
    }

    private void start(Path config) throws IOException {
        starts++;
        gateway = Program.java(Main.class, "run", "--config", config)
                .options("-Dhsqldb.method_class_names=" + Routine.class.getName() + ".*")
                .start();
    }

    private void kill() {
        if (gateway != null) {
            gateway.kill();
        }
    }

    private Path config(int quarantineAfter) throws IOException {
        final Path init = Files.writeString(directory.resolve("init.sql"), """
                CREATE FUNCTION taste(v BIGINT) RETURNS BIGINT NO SQL LANGUAGE JAVA
                  EXTERNAL NAME 'CLASSPATH:%s.taste';
                CREATE TABLE t (id BIGINT PRIMARY KEY, n BIGINT);
                INSERT INTO t SELECT 99 + s, 0 FROM UNNEST(SEQUENCE_ARRAY(1, 20, 1)) AS q(s);
                """.formatted(Routine.class.getName()));
        return Files.writeString(directory.resolve("gateway.yaml"), """
                name: test
                queues:
                  path: %s
                  diskReserve: 1MB
                limits:
                  quarantineAfter: %d
                databases:
                  main:
                    url: jdbc:hsqldb:file:%s;hsqldb.write_delay=false;hsqldb.lock_file=false
                    user: SA
                    init: %s
                lookups:
                  tasted:
                    sql: SELECT taste(CAST(? AS BIGINT)) AS n FROM (VALUES (0))
                    types: [long]
                    reads: []
                statements:
                  touch:
                    sql: UPDATE t SET n = n + 1 WHERE id = taste(?)
                    types: [long]
                    reads: [t]
                    writes: [t]
                """.formatted(
                        directory.resolve("queues"), quarantineAfter, directory.resolve("db"), init));
    }
}
