package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.service.CapturedLog;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.config.GatewayConfig.DeclarationReview;
import dev.sluice.service.memory.InMemoryRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Sample configurations, as they stand, over the real servers, where npm can install them. */
@Tag("long")
class NpmSamplesTest {

    private static final JsonMapper JSON = new JsonMapper();
    private static final int CUSTOMERS = 500;

    private final CapturedLog log = new CapturedLog();

    @AfterEach
    void printAgain() {
        log.close();
    }

    @Test
    void shouldAnswerByTheSampleWhenJsonServerIs017() throws Exception {
        final Path at = NpmServer.installed("json-server", "0.17.4");
        database(at, false);
        try (NpmServer server = NpmServer.start(at, "node_modules/json-server/lib/cli/bin.js", "db.json", "-p")) {
            ask("rest-json-server.yaml", server);
            assertNothingSaidButThePrice();
        }
    }

    @Test
    void shouldAnswerByTheSampleWhenJsonServerIs1() throws Exception {
        try (NpmServer server = jsonServer1()) {
            ask("rest-json-server-1.yaml", server);
            assertNothingSaidButThePrice();
        }
    }

    /** Of repeated parameters version 1 takes the last. */
    @Test
    void shouldFindEveryCityWhenTheSampleFor017AsksJsonServer1() throws Exception {
        try (NpmServer server = jsonServer1();
                RestGateway gateway = gateway("rest-json-server.yaml", server)) {
            for (int round = 0; round < 30; round++) {
                gateway.lookup("customers-of-city", "Bonn").lookup("customers-of-city", "Rom" + round);
                gateway.lookup("customers-of-city", "Köln \"am\tRhein\"");
                final List<InMemoryRun.Result> cities = gateway.results();
                assertEquals(CUSTOMERS / 2, cities.get(0).rows().size());
                assertEquals(null, cities.get(1).rows());
                assertEquals(CUSTOMERS / 2, cities.get(2).rows().size());
            }
            assertNothingSaidButThePrice();
        }
    }

    private void assertNothingSaidButThePrice() {
        assertTrue(
                log.lines().stream().allMatch(line -> line.contains("keys were missing from responses to chunks")),
                () -> log.lines().toString());
    }

    private static NpmServer jsonServer1() throws IOException, InterruptedException {
        final Path at = NpmServer.installed("json-server", "1.0.0-beta.15");
        database(at, true);
        return NpmServer.start(at, "node_modules/json-server/lib/bin.js", "db.json", "-p");
    }

    private static void database(Path at, boolean texts) throws IOException {
        final ObjectNode database = JSON.createObjectNode();
        final ArrayNode customers = database.putArray("customers");
        for (int id = 0; id < 2 * CUSTOMERS; id += 2) {
            final ObjectNode customer = customers.addObject();
            if (texts) {
                customer.put("id", String.valueOf(id));
            } else {
                customer.put("id", id);
            }
            customer.put("city", id % 4 == 0 ? "Köln \"am\tRhein\"" : "Bonn");
        }
        Files.write(at.resolve("db.json"), JSON.writeValueAsBytes(database));
    }

    private static void ask(String sample, NpmServer server) {
        try (RestGateway gateway = gateway(sample, server)) {
            LongStream.range(0, CUSTOMERS).forEach(id -> gateway.lookup("customer", id));
            final List<InMemoryRun.Result> results = gateway.results();
            for (int id = 0; id < CUSTOMERS; id++) {
                final InMemoryRun.Result result = results.get(id);
                assertEquals(null, result.failure());
                assertEquals(
                        id % 2 == 0 ? String.valueOf(id) : "not found",
                        result.rows() == null
                                ? "not found"
                                : String.valueOf(result.rows().only().get("id")));
            }
            assertTrue(gateway.trips() <= CUSTOMERS / 2 + 10, gateway.trips() + " trips");
            gateway.lookup("customers-of-city", "Bonn").lookup("customers-of-city", "Köln \"am\tRhein\"");
            gateway.lookup("customers-of-city", "Rom");
            final List<InMemoryRun.Result> cities = gateway.results();
            assertEquals(CUSTOMERS / 2, cities.get(0).rows().size());
            assertEquals(CUSTOMERS / 2, cities.get(1).rows().size());
            assertEquals(null, cities.get(2).rows());
        }
    }

    @Test
    void shouldAnswerByTheSampleWhenTheServiceSpeaksGraphQl() throws Exception {
        final Path at = NpmServer.installed("graphql", "16.15.0");
        final String script = Path.of("src/test/resources/npm/graphql-server.mjs")
                .toAbsolutePath()
                .toString();
        try (NpmServer server = NpmServer.start(at, script);
                RestGateway gateway = gateway("rest-graphql.yaml", server)) {
            for (int id = 0; id < CUSTOMERS; id++) {
                gateway.lookup(id % 3 == 0 ? "is-customer" : "customer", id == 7 ? "bad" : String.valueOf(id));
            }
            final List<String> texts = gateway.texts();
            for (int id = 0; id < CUSTOMERS; id++) {
                final String found =
                        id % 3 == 0 ? "[{id=" + id + "}]" : "[{id=" + id + ", lastName=name" + id + ", city=Bonn}]";
                assertEquals(
                        id == 7 ? "REJECTED" : id % 2 == 0 ? found : "not found",
                        texts.get(id).strip(),
                        "id " + id);
            }
        }
    }

    private static RestGateway gateway(String sample, NpmServer server) {
        return new RestGateway(GatewayConfig.load(
                Path.of("../config", sample), Map.of("SERVICE_URL", server.url())::get, DeclarationReview.NONE));
    }
}
