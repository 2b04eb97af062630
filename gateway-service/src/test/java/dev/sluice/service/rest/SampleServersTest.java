package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.service.memory.InMemoryRun;
import dev.sluice.service.rest.ShapeServer.Shape;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A gateway with each sample configuration, as it stands, over a server of that shape. */
class SampleServersTest {

    @RegisterExtension
    private final TestService crm = new TestService();

    private static final int LOOKUPS = 300;
    /** Every second customer is not there. */
    private static final int ABSENT = LOOKUPS / 2;

    @ParameterizedTest
    @EnumSource
    void shouldAnswerLookupsByTheSampleOfThatShape(Shape shape) throws IOException {
        final ShapeServer server = crm.keep(new ShapeServer(shape));
        final RestGateway gateway = sample(shape, server);
        for (int i = 0; i < LOOKUPS; i++) {
            final long id = (i * 7L) % 250;
            gateway.lookup("customer", shape == Shape.COUCHDB ? String.valueOf(id) : (Object) id);
        }
        final List<InMemoryRun.Result> results = gateway.results();
        for (int i = 0; i < LOOKUPS; i++) {
            final int id = i * 7 % 250;
            final InMemoryRun.Result result = results.get(i);
            assertEquals(null, result.failure(), () -> "customer " + id);
            if (id % 2 == 1) {
                assertEquals(null, result.rows(), () -> "customer " + id);
            } else {
                assertEquals(id, result.rows().only().getLong("id"));
                assertEquals(ShapeServer.name(id), result.rows().only().getString("last_name"));
            }
        }
        // The others say of each key in a chunk that it is not there.
        final boolean leavesOut = shape == Shape.JSON_SERVER || shape == Shape.POSTGREST;
        assertTrue(server.calls() <= (leavesOut ? 6 + ABSENT : 6), server.calls() + " calls");
    }

    @Test
    void shouldAskPostgRestForTextsThatHoldWhatListsAreCutAt() throws IOException {
        final ShapeServer server = crm.keep(new ShapeServer(Shape.POSTGREST));
        final RestGateway gateway = sample(Shape.POSTGREST, server);
        final List<Long> expected = new ArrayList<>();
        for (int id = 0; id < 60; id++) {
            gateway.lookup("customer-by-name", ShapeServer.name(id));
            expected.add(id % 2 == 0 ? (long) id : -1);
        }
        assertEquals(
                expected,
                gateway.results().stream()
                        .map(result -> result.rows() == null
                                ? -1L
                                : result.rows().only().getLong("id"))
                        .toList());
        assertEquals(60, server.calls(), "many: each alone");
    }

    @Test
    void shouldGiveEveryRowOfAKeyWhenJsonServerHasSeveral() throws IOException {
        final ShapeServer server = crm.keep(new ShapeServer(Shape.JSON_SERVER));
        final RestGateway gateway = sample(Shape.JSON_SERVER, server);
        gateway.lookup("customers-of-city", "Köln").lookup("customers-of-city", "Rom");
        gateway.lookup("customers-of-city", "Bonn");
        final List<InMemoryRun.Result> results = gateway.results();
        assertEquals(250, results.get(0).rows().size());
        assertEquals(null, results.get(1).rows());
        assertEquals(250, results.get(2).rows().size());
        assertEquals(3, server.calls(), "many: each alone");
    }

    private RestGateway sample(Shape shape, ShapeServer server) {
        return crm.at(server.url())
                .sample("rest-" + shape.name().toLowerCase(Locale.ROOT).replace('_', '-') + ".yaml");
    }
}
