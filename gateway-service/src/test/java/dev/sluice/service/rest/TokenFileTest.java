package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.service.config.GatewayConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.RegisterExtension;
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

    @RegisterExtension
    private final TestService crm = new TestService();

    @TempDir
    private Path directory;

    private volatile String known = "token-1";
    private final AtomicInteger refused = new AtomicInteger();

    private RestGateway gateway(Kind kind) {
        crm.replies(request -> {
            final String said = request.headers().get(kind.header);
            if (kind.sent(known).equals(said)) {
                return Items.good(request);
            }
            refused.incrementAndGet();
            return Http.response(401, "", "not you: " + said);
        });
        return crm.gateway(GatewayConfig.parse("""
                services: {crm: {url: '%s', %s, backoff: 5ms, maxBackoff: 10ms}}
                lookups: {customer: {service: crm, reads: [customer]}}
                """.formatted(crm.url(), kind.configured), directory, name -> null));
    }

    private void put(String token) throws IOException {
        Files.writeString(directory.resolve("token"), token + "\n");
    }

    @ParameterizedTest
    @EnumSource
    void shouldTakeTheNewOneWhenTheOldOneRunsOutInTheMiddle(Kind kind) throws IOException {
        put(known);
        final RestGateway gateway = gateway(kind);
        for (int round = 1; round <= 20; round++) {
            gateway.lookup("customer", (long) round);
            assertEquals(List.of("[{name=name" + round + "}]"), gateway.texts());
            put("token-" + (round + 1));
            known = "token-" + (round + 1);
        }
        crm.assertSilent();
        assertTrue(refused.get() > 0, "it was asked with one that had run out");
    }

    @ParameterizedTest
    @EnumSource
    void shouldHoldRequestsAndFailNoneWhenTheNewOneComesLate(Kind kind) throws IOException {
        put(known);
        final RestGateway gateway = gateway(kind);
        known = "token-2";
        gateway.lookup("customer", 1L);
        gateway.turnUntil(() -> crm.says("crm is away: "));
        assertEquals(0, gateway.answered());
        put("");
        gateway.turnUntil(() -> refused.get() > 5);
        Files.delete(directory.resolve("token"));
        put(known);
        assertEquals(List.of("[{name=name1}]"), gateway.texts());
        crm.assertNotSaid("token-");
    }
}
