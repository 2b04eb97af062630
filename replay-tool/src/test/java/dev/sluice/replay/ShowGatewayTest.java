package dev.sluice.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.api.QueueOptions;
import dev.sluice.client.GatewayClient;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.service.RunningGateway;
import dev.sluice.testsupport.SqlDatabase;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Show and cat of requests that a real gateway answers. */
class ShowGatewayTest {

    private static final QueueOptions OPTIONS = QueueOptions.DEFAULTS.withDiskReserve(1 << 20);
    private static final int LOOKUPS = 40;

    @TempDir
    private Path directory;

    private String cycle;

    @Test
    void shouldTellTheCallsOfARunningGateway() throws Exception {
        final String url = "jdbc:hsqldb:mem:" + UUID.randomUUID();
        final SqlDatabase sql = new SqlDatabase(url, "SA");
        sql.execute("CREATE TABLE customer (id BIGINT PRIMARY KEY, name VARCHAR(20) NOT NULL)");
        sql.execute("INSERT INTO customer VALUES (0, 'Ada'), (1, 'Grace')");
        final String config = """
                queues: {path: '%s', diskReserve: 1MB}
                databases: {main: {url: '%s', user: SA}}
                lookups:
                  name: {database: main, sql: 'SELECT name FROM customer WHERE id = ?', types: [long], reads: [customer]}
                  kept: {database: main, sql: 'SELECT id FROM customer WHERE id = ?', types: [long], reads: [customer], cache: {entries: 10}}
                statements:
                  rename: {database: main, sql: 'UPDATE customer SET name = ? WHERE id = ?', types: [text, long]}
                """.formatted(directory, url);
        try (GatewayClient client = RunningGateway.client(directory)) {
            for (long i = 0; i < LOOKUPS; i++) {
                client.requests().lookup("name", i);
            }
            client.requests().lookup("name", "no number");
            client.requests().lookup("kept", 1L);
            try (RunningGateway gateway = RunningGateway.start(config)) {
                client.awaitAll(new Outcomes(), Duration.ofSeconds(60));
                client.requests().lookup("kept", 1L);
                client.requests().executeUpdate("rename", "x".repeat(21), 1L);
                client.awaitAll(new Outcomes(), Duration.ofSeconds(60));
                check();
                assertTrue(gateway.alive());
            }
        }
    }

    private void check() throws IOException {
        try (QueuePair pair = QueuePair.open(directory, OPTIONS)) {
            cycle = pair.inputPosition(pair.lastRequest().orElseThrow())
                    .toString()
                    .split(":")[0];
        }
        for (final int key : List.of(0, 7, LOOKUPS - 1)) {
            final JsonNode shared = show(key);
            assertEquals(LOOKUPS, shared.get("callTogether").get("count").intValue(), shared::toString);
            assertEquals(cycle + ":0", shared.get("callTogether").get("first").textValue());
            assertEquals(LOOKUPS + 2, shared.get("readTogether").get("count").intValue());
            final List<Instant> times = Stream.of("written", "read", "callBegun", "callEnded")
                    .map(name -> Instant.parse(shared.get(name).textValue()))
                    .toList();
            assertEquals(times.stream().sorted().toList(), times);
            assertEquals(1, shared.get("asked").intValue());
        }
        final JsonNode refused = show(LOOKUPS);
        assertEquals("INVALID", refused.get("failure").get("kind").textValue());
        assertEquals(0, refused.get("asked").intValue(), "it was never asked");
        assertFalse(refused.has("callBegun"));
        assertEquals(1, show(LOOKUPS + 1).get("callTogether").get("count").intValue());
        final JsonNode cached = show(LOOKUPS + 2);
        assertEquals("rows", cached.get("outcome").textValue());
        assertEquals(0, cached.get("asked").intValue());
        assertFalse(cached.has("callMicros"));
        final JsonNode failed = show(LOOKUPS + 3);
        assertEquals("failed", failed.get("outcome").textValue());
        assertEquals(1, failed.get("asked").intValue());
        assertTrue(failed.get("callMicros").doubleValue() > 0);
        final JsonNode stats = Called.on(directory, "cat both --stats --format json --lookup name")
                .json();
        assertTrue(stats.get("callMicros").get("max").doubleValue() > 0, stats::toString);
        assertTrue(Called.on(directory, "cat both --stats").out().contains("CALL p50/p99"));
    }

    private JsonNode show(int place) throws IOException {
        final Called shown = Called.on(directory, "show " + cycle + ":" + place + " --format json");
        assertEquals(0, shown.code(), shown::toString);
        return shown.json();
    }
}
