package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.service.memory.InMemoryRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Sample configurations, as they stand, over the real servers, where npm can install them. */
@Tag("long")
class NpmSamplesTest {

    private static final JsonMapper JSON = new JsonMapper();
    private static final int CUSTOMERS = 500;

    @RegisterExtension
    private final TestService crm = new TestService();

    @Test
    void shouldAnswerByTheSampleWhenJsonServerIs017() throws Exception {
        final Path at = NpmServer.installed("json-server", "0.17.4");
        database(at, false);
        ask(gateway(
                "rest-json-server.yaml",
                NpmServer.start(at, "node_modules/json-server/lib/cli/bin.js", "db.json", "-p")));
        assertNothingSaidButThePrice();
    }

    @Test
    void shouldAnswerByTheSampleWhenJsonServerIs1() throws Exception {
        ask(gateway("rest-json-server-1.yaml", jsonServer1()));
        assertNothingSaidButThePrice();
    }

    /** Of repeated parameters version 1 takes the last. */
    @Test
    void shouldFindEveryCityWhenTheSampleFor017AsksJsonServer1() throws Exception {
        final RestGateway gateway = gateway("rest-json-server.yaml", jsonServer1());
        for (int round = 0; round < 30; round++) {
            askCities(gateway, "Rom" + round);
        }
        assertNothingSaidButThePrice();
    }

    private void assertNothingSaidButThePrice() {
        assertEquals(crm.said(), crm.said("keys were missing from responses to chunks"));
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

    private static void ask(RestGateway gateway) {
        final List<InMemoryRun.Result> results = gateway.customers(CUSTOMERS).results();
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
        askCities(gateway, "Rom");
    }

    private static void askCities(RestGateway gateway, String none) {
        gateway.lookup("customers-of-city", "Bonn").lookup("customers-of-city", none);
        gateway.lookup("customers-of-city", "Köln \"am\tRhein\"");
        final List<InMemoryRun.Result> cities = gateway.results();
        assertEquals(CUSTOMERS / 2, cities.get(0).rows().size());
        assertEquals(null, cities.get(1).rows());
        assertEquals(CUSTOMERS / 2, cities.get(2).rows().size());
    }

    @Test
    void shouldAnswerByTheSampleWhenTheServiceSpeaksGraphQl() throws Exception {
        final Path at = NpmServer.installed("graphql", "16.15.0");
        final String script = Path.of("src/test/resources/npm/graphql-server.mjs")
                .toAbsolutePath()
                .toString();
        final RestGateway gateway = gateway("rest-graphql.yaml", NpmServer.start(at, script));
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

    private RestGateway gateway(String sample, NpmServer server) {
        return crm.at(crm.keep(server).url()).sample(sample);
    }
}
