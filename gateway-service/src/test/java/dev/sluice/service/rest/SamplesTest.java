package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.config.GatewayConfig.DeclarationReview;
import dev.sluice.service.config.GatewayConfig.RestConfig;
import dev.sluice.service.rest.template.RestItem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The sample configurations ask as services of each shape want to be asked, and understand what those answer. */
class SamplesTest {

    private static final Path CONFIG = Path.of("../config");

    static Stream<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(CONFIG)) {
            return files
                    .filter(file -> file.getFileName().toString().matches("rest.*[.]yaml"))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void shouldMakeEveryContractWhenASampleIsLoaded(Path file) {
        final RestConfig rest = load(file);

        Stream.concat(rest.lookups().values().stream(), rest.endpoints().values().stream())
                .forEach(declared -> assertDoesNotThrow(() -> Described.of(declared, rest)));
    }

    @Test
    void shouldAskJsonServerByRepeatedParametersAndReadItsList() throws Exception {
        final Described customer = sample("rest-json-server.yaml", "customer");

        assertEquals("GET http://localhost:3000/customers?id=1&id=2&id=3", customer.request(1L, 2L, 3L));
        assertEquals(
                List.of(
                        "found [{id=1, firstName=Ada, address.city=London}]",
                        "missing",
                        "found [{id=3, firstName=Alan, address.city=Wilmslow}]"),
                customer.read("""
                        [{"id": 1, "firstName": "Ada", "address": {"city": "London"}},
                         {"id": "3", "firstName": "Alan", "address": {"city": "Wilmslow"}}]""", 1L, 2L, 3L));
        assertEquals(
                List.of("found [{id=1, city=Köln}, {id=2, city=Köln}]", "missing"),
                sample("rest-json-server.yaml", "customers-of-city")
                        .read("[{\"id\": 1, \"city\": \"Köln\"}, {\"id\": 2, \"city\": \"Köln\"}]", "Köln", "Bonn"));
    }

    @Test
    void shouldAskPostgRestByAListAndReadItsRows() throws Exception {
        assertEquals(
                "GET http://localhost:3000/customer?id=in.(1,2)",
                sample("rest-postgrest.yaml", "customer").request(1L, 2L));
        assertEquals(
                "GET http://localhost:3000/customer?last_name=in.(%22O%27Neill%2C%20Jr.%22,%22%28x%29%22)",
                sample("rest-postgrest.yaml", "customer-by-name").request("O'Neill, Jr.", "(x)"));

        final Described contract = sample("rest-postgrest.yaml", "contract");
        final List<RestItem> keys =
                Described.itemsOf(List.of(Arguments.of(1L, "a,b"), Arguments.of(1L, "c"), Arguments.of(2L, "a,b")));
        assertEquals(
                "http://localhost:3000/contract?or=(and(customer_id.eq.1,product.eq.%22a%2Cb%22),"
                        + "and(customer_id.eq.1,product.eq.%22c%22),and(customer_id.eq.2,product.eq.%22a%2Cb%22))"
                        + "&select=customer_id,product,premium",
                contract.contract().asks(keys).get(0).uri().toString());
        assertEquals(
                List.of(
                        "found [{customer_id=1, product=a,b, premium=10.50}]",
                        "found [{customer_id=1, product=c, premium=null}]",
                        "missing"),
                Told.lines(contract.answers("""
                        [{"customer_id": 1, "product": "c", "premium": null},
                         {"customer_id": 1, "product": "a,b", "premium": 10.50}]""", keys)));
    }

    @Test
    void shouldAskCouchDbForAllDocsAndTellDeletedOnesFromUnknown() throws Exception {
        final Described customer = sample("rest-couchdb.yaml", "customer");

        assertEquals(
                "POST http://localhost:5984/customers/_all_docs?include_docs=true {\"keys\":[\"1\",\"2\",\"3\",\"4\"]}",
                customer.request("1", "2", "3", "4"));
        assertEquals(
                List.of(
                        "found [{_id=1, _rev=1-a, name=Ada}]",
                        "not found",
                        "not found",
                        "failed REJECTED forbidden: lookup 'customer' of service 'couchdb' refused the request: forbidden"),
                customer.read("""
                        {"total_rows": 2, "offset": 0, "rows": [
                          {"id": "1", "key": "1", "value": {"rev": "1-a"}, "doc": {"_id": "1", "_rev": "1-a", "name": "Ada"}},
                          {"key": "2", "error": "not_found"},
                          {"id": "3", "key": "3", "value": {"rev": "2-b", "deleted": true}, "doc": null},
                          {"key": "4", "error": "forbidden"}]}""", "1", "2", "3", "4"));
    }

    @Test
    void shouldAskElasticsearchForSeveralAndReadTheirSources() throws Exception {
        final Described customer = sample("rest-elasticsearch.yaml", "customer");

        assertEquals("POST http://localhost:9200/customers/_mget {\"ids\":[1,2,3]}", customer.request(1L, 2L, 3L));
        assertEquals(
                List.of(
                        "found [{name=Ada, address.city=London}]",
                        "not found",
                        "failed REJECTED index_not_found_exception: lookup 'customer' of service 'elasticsearch' refused"
                                + " the request: no such index [customers]"),
                customer.read("""
                        {"docs": [
                          {"_index": "customers", "_id": "1", "_version": 1, "found": true,
                           "_source": {"name": "Ada", "address": {"city": "London"}}},
                          {"_index": "customers", "_id": "2", "found": false},
                          {"_index": "customers", "_id": "3", "error": {"root_cause": [],
                           "type": "index_not_found_exception", "reason": "no such index [customers]"}}]}""", 1L, 2L, 3L));
    }

    private static Described sample(String file, String lookup) {
        final RestConfig rest = load(CONFIG.resolve(file));
        return Described.of(rest.lookups().get(lookup), rest);
    }

    private static RestConfig load(Path file) {
        return GatewayConfig.load(file, name -> null, DeclarationReview.NONE).rest();
    }
}
