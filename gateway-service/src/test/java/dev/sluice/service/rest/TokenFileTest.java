package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.service.CapturedLog;
import dev.sluice.service.config.GatewayConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A service whose tokens, keys or passwords run out, and a file where the new one is put before or after. */
class TokenFileTest {

    /** How the gateway says who it is. */
    private enum Kind {
        TOKEN("token: '${file:token}'", "authorization") {
            @Override
            String sent(String secret) {
                return "Bearer " + secret;
            }
        },
        API_KEY("apiKey: '${file:token}'", "x-api-key") {
            @Override
            String sent(String secret) {
                return secret;
            }
        },
        PASSWORD("user: batch, password: '${file:token}'", "authorization") {
            @Override
            String sent(String secret) {
                return "Basic "
                        + Base64.getEncoder().encodeToString(("batch:" + secret).getBytes(StandardCharsets.UTF_8));
            }
        };

        private final String configured;
        private final String header;

        Kind(String configured, String header) {
            this.configured = configured;
            this.header = header;
        }

        abstract String sent(String secret);
    }

    @TempDir
    private Path directory;

    private volatile String known = "token-1";
    private final AtomicInteger refused = new AtomicInteger();

    private RawServer server(Kind kind) throws IOException {
        return RawServer.start((request, connection) -> {
            final String said = request.headers().get(kind.header);
            if (kind.sent(known).equals(said)) {
                connection.write(Items.good(request));
            } else {
                refused.incrementAndGet();
                connection.write(Http.response(401, "", "not you: " + said));
            }
            return true;
        });
    }

    private RestGateway gateway(Kind kind, RawServer server) {
        return new RestGateway(
                GatewayConfig.parse("""
                services: {crm: {url: '%s', %s, backoff: 5ms, maxBackoff: 10ms}}
                lookups: {customer: {service: crm, reads: [customer]}}
                """.formatted(server.url(), kind.configured), directory, name -> null));
    }

    private void put(String token) throws IOException {
        Files.writeString(directory.resolve("token"), token + "\n");
    }

    @ParameterizedTest
    @EnumSource
    void shouldTakeTheNewOneWhenTheOldOneRunsOutInTheMiddle(Kind kind) throws IOException {
        put(known);
        try (CapturedLog log = new CapturedLog();
                RawServer server = server(kind);
                RestGateway gateway = gateway(kind, server)) {
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

    @ParameterizedTest
    @EnumSource
    void shouldHoldRequestsAndFailNoneWhenTheNewOneComesLate(Kind kind) throws IOException {
        put(known);
        try (CapturedLog log = new CapturedLog();
                RawServer server = server(kind);
                RestGateway gateway = gateway(kind, server)) {
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
