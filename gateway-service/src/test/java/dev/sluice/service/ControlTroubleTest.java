package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.service.Operated.Said;
import dev.sluice.service.core.StoppedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An operator's acts while a disk, a backend or the process does not do its part. */
class ControlTroubleTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final String AWAY =
            "services: {crm: {url: 'http://127.0.0.1:1', backoff: 5ms, maxBackoff: 10ms}}\nlookups:\n"
                    + "  person: {service: crm}\n";
    private static final int KILLS = 6;

    @TempDir
    private Path directory;

    @Test
    void shouldDoItAndSaySoWhenTheAuditCannotBeWritten() throws Exception {
        try (Operated operated = new Operated(directory, "");
                CapturedLog log = new CapturedLog()) {
            Files.delete(directory.resolve("audit.log"));
            Files.createDirectory(directory.resolve("audit.log"));
            final Said paused = operated.ctl("pause");
            assertEquals(0, paused.code());
            assertTrue(paused.text().contains("; and the audit has no line of it: "), paused.text());
            assertTrue(operated.ctl("orders").text().startsWith("paused since "));
            final String lines = log.lines().toString();
            assertTrue(lines.contains("operated: the line before is not in the audit, "), lines);
            Files.delete(directory.resolve("audit.log"));
            assertEquals(0, operated.ctl("resume").code());
            assertEquals(1, operated.auditLines().size());
        }
    }

    @Test
    void shouldNotStartWhenTheAuditCannotBeWritten() throws Exception {
        Files.createDirectory(directory.resolve("audit.log"));
        final StoppedException refused =
                assertThrows(StoppedException.class, () -> new Operated(directory, "").close());
        assertTrue(refused.getMessage().startsWith("operated: control.audit: "), refused.getMessage());
    }

    /** What is in hand is waited for, for five seconds. */
    @Test
    @Tag("nightly")
    void shouldEndWhenTheTimeOfADrainIsOverAndLeaveTheRestToTheNextStart() throws Exception {
        try (Operated operated = new Operated(directory, 1, yaml -> yaml.replace("lookups:\n", AWAY));
                CapturedLog log = new CapturedLog()) {
            operated.client.requests().lookup("person", 1L);
            operated.client.requests().lookup("customer", 1L);
            final Said drain = operated.ctl("drain", "--for", "1ms");
            assertEquals(0, drain.code(), drain.text());
            assertTrue(
                    drain.text().contains("when the 2 requests that wait now are answered, or after 1ms;"),
                    drain.text());
            Awaitility.await().atMost(PATIENCE).until(() -> !operated.gateway.alive());
            final String lines = log.lines().toString();
            assertTrue(lines.contains("drained for as long as it was to; 2 requests are left"), lines);
        }
        try (Operated operated = new Operated(
                directory,
                1,
                yaml -> yaml.replace("lookups:\n", AWAY.replace("5ms,", "5ms, outage: fail-after 1ms,")))) {
            final Collected results = new Collected();
            operated.client.requests().lookup("customer", 2L);
            operated.client.awaitAll(results, PATIENCE);
            assertEquals("customer: rows [{NAME=n2}]", results.lines.get(results.lines.size() - 1));
            assertEquals(3, operated.gateway.counts().written());
        }
    }

    /** As a kill leaves it that comes before the file has its name. */
    @Test
    void shouldTakeNoHalfWrittenOrderForOne() throws Exception {
        try (Operated operated = new Operated(directory, "")) {
            assertEquals(0, operated.ctl("pause").code());
        }
        Files.writeString(directory.resolve("queues/out/.gateway-orders.json.new"), "[ {\n  \"kind\" : \"HO");
        try (Operated operated = new Operated(directory, "")) {
            assertTrue(operated.ctl("orders").text().startsWith("paused since "));
            assertEquals(0, operated.ctl("resume").code());
            assertEquals("nothing is ordered", operated.ctl("orders").text());
        }
    }

    @Test
    @Tag("nightly")
    void shouldHoldWhatWasOrderedLastOrWasBeingOrderedWhenItIsKilled() throws Exception {
        final long seed = Long.getLong("seed", System.nanoTime());
        System.out.println("ControlTroubleTest, -Dseed=" + seed);
        final Random random = new Random(seed);
        Files.writeString(directory.resolve("token"), Operated.TOKEN);
        final Path config = Files.writeString(directory.resolve("gateway.yaml"), """
                name: killed
                queues: {path: queues, diskReserve: 1MB}
                health: {port: 0}
                control: {token: '${file:token}'}
                databases: {main: {url: 'jdbc:hsqldb:mem:killed', user: SA}}
                lookups: {one: {sql: 'VALUES (CAST(? AS BIGINT))', types: [long], reads: []}}
                """);
        long acknowledged = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            final Path log = directory.resolve("log" + kill);
            final Process gateway = RunCommandTest.start(log, "run", "--config", config.toString());
            try {
                Awaitility.await()
                        .atMost(PATIENCE)
                        .until(() -> Files.readString(log).contains("serves lookups"));
                final String url = Files.readString(log).replaceAll("(?s).*metrics at (\\S+/).*", "$1");
                final long found = ordered(url);
                assertTrue(found == acknowledged || found == acknowledged + 1, found + " after " + acknowledged);
                assertEquals(
                        0,
                        ctl(url, "pause", "--reason", Long.toString(found + 1)).code());
                final CompletableFuture<?> killed = CompletableFuture.runAsync(
                        gateway::destroyForcibly,
                        CompletableFuture.delayedExecutor(random.nextInt(100), TimeUnit.MILLISECONDS));
                acknowledged = orderUntilItIsGone(url, found + 1);
                killed.get();
            } finally {
                gateway.destroyForcibly();
            }
            assertTrue(gateway.waitFor(60, TimeUnit.SECONDS));
        }
    }

    /** Orders one pause in the place of another, each with a number as its reason; returns the last that was acknowledged. */
    private long orderUntilItIsGone(String url, long before) {
        for (long number = before; ; number++) {
            final Said said = ctl(url, "pause", "--reason", Long.toString(number + 1));
            if (said.code() == 3) {
                return number;
            }
            assertEquals(0, said.code(), said.text());
        }
    }

    private long ordered(String url) {
        final String orders = ctl(url, "orders").text();
        return orders.equals("nothing is ordered")
                ? 0
                : Long.parseLong(orders.replaceFirst(".* \\((\\d+)\\):.*", "$1"));
    }

    private Said ctl(String url, String... act) {
        final List<String> all = new ArrayList<>(List.of("ctl"));
        all.addAll(List.of(act));
        all.addAll(
                List.of("--url", url, "--token-file", directory.resolve("token").toString()));
        return Operated.said(all.toArray(String[]::new));
    }
}
