package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.service.CapturedLog;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.config.ServiceConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Tokens from a real token endpoint, which run out in the middle. */
class FetchedTokensTest {

    private static final String SECRET = "s3cret/of the+client";
    private static final String BASIC =
            Base64.getEncoder().encodeToString("batch:s3cret%2Fof+the%2Bclient".getBytes(StandardCharsets.UTF_8));

    private final AtomicInteger issued = new AtomicInteger();
    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private volatile boolean closed;
    private volatile int seconds = 3_600;

    private RawServer tokens() throws IOException {
        return RawServer.start((request, connection) -> {
            final boolean known = ("Basic " + BASIC).equals(request.headers().get("authorization"))
                    && request.body().equals("grant_type=client_credentials&scope=read+all");
            if (closed || !known) {
                connection.write(Http.response(400, "", "no: " + request.headers() + SECRET));
            } else {
                connection.write(Http.response(
                        200,
                        "Content-Type: application/json\r\n",
                        "{\"access_token\":\"token-" + issued.incrementAndGet()
                                + "\",\"token_type\":\"bearer\",\"expires_in\":" + seconds + "}"));
            }
            return true;
        });
    }

    /** Takes the last token only, and each for a few requests. */
    private RawServer service() throws IOException {
        return RawServer.start((request, connection) -> {
            final boolean good =
                    ("Bearer token-" + issued.get()).equals(request.headers().get("authorization"));
            if (good && asked.incrementAndGet() % 5 != 0) {
                connection.write(Items.good(request));
            } else {
                refused.incrementAndGet();
                issued.incrementAndGet(); // what was given out is not good any more
                connection.write(Http.response(401, "", "not you: " + request.headers()));
            }
            return true;
        });
    }

    private static RestGateway gateway(RawServer tokens, RawServer service) {
        return new RestGateway(config(tokens, service));
    }

    private static GatewayConfig config(RawServer tokens, RawServer service) {
        return GatewayConfig.parse("""
                services:
                  crm:
                    url: '%s'
                    token: {url: '%s/token', client: batch, secret: '%s', scope: read all}
                    backoff: 5ms
                    maxBackoff: 10ms
                lookups: {customer: {service: crm, reads: [customer]}}
                """.formatted(service.url(), tokens.url(), SECRET), Path.of(""), name -> null);
    }

    @Test
    void shouldGoOnWithAnotherTokenWhenOneRunsOutInTheMiddle() throws IOException {
        try (CapturedLog log = new CapturedLog();
                RawServer tokens = tokens();
                RawServer service = service();
                RestGateway gateway = gateway(tokens, service)) {
            for (int round = 1; round <= 30; round++) {
                gateway.lookup("customer", (long) round);
                assertEquals(List.of("[{name=name" + round + "}]"), gateway.texts());
            }
            assertEquals(List.of(), log.lines());
            assertTrue(refused.get() > 3, "tokens ran out");
        }
    }

    @Test
    void shouldFetchAnotherBeforeOneRunsOut() throws IOException {
        seconds = 1;
        try (CapturedLog log = new CapturedLog();
                RawServer tokens = tokens();
                RawServer service = RawServer.start((request, connection) -> {
                    connection.write(Items.good(request));
                    return true;
                });
                RestGateway gateway = gateway(tokens, service)) {
            Awaitility.await().pollInSameThread().until(() -> {
                gateway.lookup("customer", 1L);
                gateway.texts();
                return issued.get() > 3;
            });
            assertEquals(List.of(), log.lines());
        }
    }

    @Test
    void shouldBeCheckedByFetchingOne() throws IOException {
        try (RawServer tokens = tokens();
                RawServer service = service()) {
            final ServiceConfig crm = config(tokens, service).rest().services().get("crm");
            assertEquals(
                    "accepts connections; a token was fetched",
                    ServiceProbe.reach(crm).text());
            closed = true;
            final String said = assertThrows(
                            IOException.class, () -> ServiceProbe.reach(crm).text())
                    .getMessage();
            assertTrue(said.startsWith("no token from http://127.0.0.1:") && said.contains("answered 400"), said);
            assertFalse(said.contains("s3cret") || said.contains(BASIC.substring(8)), said);
        }
    }

    @Test
    void shouldHoldRequestsAndPrintNoSecretWhenNoTokenIsGiven() throws IOException {
        closed = true;
        try (CapturedLog log = new CapturedLog();
                RawServer tokens = tokens();
                RawServer service = service();
                RestGateway gateway = gateway(tokens, service)) {
            gateway.lookup("customer", 1L);
            Awaitility.await().pollInSameThread().untilAsserted(() -> {
                gateway.turn();
                assertTrue(log.lines().toString().contains("no token from http"), log.lines()::toString);
            });
            assertEquals(0, gateway.answered());
            closed = false;
            assertEquals(List.of("[{name=name1}]"), gateway.texts());
            closed = true;
            issued.incrementAndGet();
            for (long key = 2; key < 6; key++) {
                gateway.lookup("customer", key);
            }
            Awaitility.await().pollInSameThread().untilAsserted(() -> {
                gateway.turn();
                final long times = log.lines().stream()
                        .filter(line -> line.contains("is away"))
                        .count();
                assertTrue(times > 1 || refused.get() > 0, log.lines()::toString);
            });
            closed = false;
            assertEquals(
                    List.of("[{name=name2}]", "[{name=name3}]", "[{name=name4}]", "[{name=name5}]"), gateway.texts());
            final String said = log.lines().toString();
            assertFalse(said.contains("s3cret") || said.contains(BASIC.substring(8)), said);
        }
    }
}
