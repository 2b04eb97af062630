package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.config.ServiceConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tokens from a real token endpoint, which run out in the middle. */
class FetchedTokensTest {

    private static final String SECRET = "s3cret/of the+client";
    private static final String BASIC =
            Base64.getEncoder().encodeToString("batch:s3cret%2Fof+the%2Bclient".getBytes(StandardCharsets.UTF_8));

    @RegisterExtension
    private final TestService crm = new TestService();

    private final AtomicInteger issued = new AtomicInteger();
    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private volatile boolean closed;
    private volatile int seconds = 3_600;

    /** The gateway that asks the service, which takes the last token only, and each for a few requests. */
    private RestGateway gateway() {
        return crm.gateway(config(request -> {
            final boolean good =
                    ("Bearer token-" + issued.get()).equals(request.headers().get("authorization"));
            if (good && asked.incrementAndGet() % 5 != 0) {
                return Items.good(request);
            }
            refused.incrementAndGet();
            issued.incrementAndGet(); // what was given out is not good any more
            return Http.response(401, "", "not you: " + request.headers());
        }));
    }

    private GatewayConfig config(TestService.Reply service) {
        final RawServer tokens = crm.start(TestService.replying(request -> {
            final boolean known = ("Basic " + BASIC).equals(request.headers().get("authorization"))
                    && request.body().equals("grant_type=client_credentials&scope=read+all");
            return closed || !known
                    ? Http.response(400, "", "no: " + request.headers() + SECRET)
                    : Http.json("{\"access_token\":\"token-" + issued.incrementAndGet()
                            + "\",\"token_type\":\"bearer\",\"expires_in\":" + seconds + "}");
        }));
        return crm.replies(service)
                .config(
                        "token: {url: '%s/token', client: batch, secret: '%s', scope: read all},"
                                        .formatted(tokens.url(), SECRET)
                                + " backoff: 5ms, maxBackoff: 10ms",
                        "lookups: {customer: {service: crm, reads: [customer]}}");
    }

    private static void assertSecret(String said) {
        assertFalse(said.contains("s3cret") || said.contains(BASIC.substring(8)), said);
    }

    @Test
    void shouldGoOnWithAnotherTokenWhenOneRunsOutInTheMiddle() {
        final RestGateway gateway = gateway();
        for (int round = 1; round <= 30; round++) {
            gateway.lookup("customer", (long) round);
            assertEquals(List.of("[{name=name" + round + "}]"), gateway.texts());
        }
        crm.assertSilent();
        assertTrue(refused.get() > 3, "tokens ran out");
    }

    @Test
    void shouldFetchAnotherBeforeOneRunsOut() {
        seconds = 1;
        final RestGateway gateway = crm.gateway(config(Items::good));
        gateway.turnUntil(() -> {
            gateway.lookup("customer", 1L).texts();
            return issued.get() > 3;
        });
        crm.assertSilent();
    }

    @Test
    void shouldBeCheckedByFetchingOne() throws IOException {
        final ServiceConfig service = config(Items::good).rest().services().get("crm");
        assertEquals(
                "accepts connections; a token was fetched",
                ServiceProbe.reach(service).text());
        closed = true;
        final String said = assertThrows(IOException.class, () -> ServiceProbe.reach(service))
                .getMessage();
        assertTrue(said.startsWith("no token from http://127.0.0.1:") && said.contains("answered 400"), said);
        assertSecret(said);
    }

    @Test
    void shouldHoldRequestsAndPrintNoSecretWhenNoTokenIsGiven() {
        closed = true;
        final RestGateway gateway = gateway().lookup("customer", 1L);
        gateway.turnUntil(() -> crm.says("no token from http"));
        assertEquals(0, gateway.answered());
        closed = false;
        assertEquals(List.of("[{name=name1}]"), gateway.texts());
        closed = true;
        issued.incrementAndGet();
        gateway.customers(2, 6);
        gateway.turnUntil(() -> crm.said("is away").size() > 1 || refused.get() > 0);
        closed = false;
        assertEquals(RestGateway.names(6).subList(2, 6), gateway.texts());
        assertSecret(crm.said().toString());
    }
}
