package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.service.CapturedLog;
import dev.sluice.service.config.GatewayConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service whose tokens run out, and a file where the new one is put before or after. */
class TokenFileTest {

    @TempDir
    private Path directory;

    private volatile String known = "token-1";
    private final AtomicInteger refused = new AtomicInteger();

    private RawServer server() throws IOException {
        return RawServer.start((request, connection) -> {
            final String said = request.headers().get("authorization");
            if (("Bearer " + known).equals(said)) {
                connection.write(Items.good(request));
            } else {
                refused.incrementAndGet();
                connection.write(Http.response(401, "", "not you: " + said));
            }
            return true;
        });
    }

    private RestGateway gateway(RawServer server) {
        return new RestGateway(GatewayConfig.parse("""
                services: {crm: {url: '%s', token: '${file:token}', backoff: 5ms, maxBackoff: 10ms}}
                lookups: {customer: {service: crm, reads: [customer]}}
                """.formatted(server.url()), directory, name -> null));
    }

    private void put(String token) throws IOException {
        Files.writeString(directory.resolve("token"), token + "\n");
    }

    @Test
    void shouldTakeTheNewTokenWhenTheOldOneRunsOutInTheMiddle() throws IOException {
        put(known);
        try (CapturedLog log = new CapturedLog();
                RawServer server = server();
                RestGateway gateway = gateway(server)) {
            for (int round = 1; round <= 20; round++) {
                gateway.lookup("customer", (long) round);
                assertEquals(List.of("[{name=name" + round + "}]"), gateway.texts());
                put("token-" + (round + 1));
                known = "token-" + (round + 1);
            }
            assertEquals(List.of(), log.lines());
            assertTrue(refused.get() > 0, "it was asked with one that had run out");
        }
    }

    @Test
    void shouldHoldRequestsAndFailNoneWhenTheNewTokenComesLate() throws IOException {
        put(known);
        try (CapturedLog log = new CapturedLog();
                RawServer server = server();
                RestGateway gateway = gateway(server)) {
            known = "token-2";
            gateway.lookup("customer", 1L);
            Awaitility.await().pollInSameThread().untilAsserted(() -> {
                gateway.turn();
                assertTrue(log.lines().toString().contains("crm is away: "), log.lines()::toString);
            });
            assertEquals(0, gateway.answered());
            put("");
            Awaitility.await().pollInSameThread().until(() -> {
                gateway.turn();
                return refused.get() > 5;
            });
            Files.delete(directory.resolve("token"));
            put(known);
            assertEquals(List.of("[{name=name1}]"), gateway.texts());
            assertFalse(log.lines().toString().contains("token-"), log.lines()::toString);
        }
    }
}
