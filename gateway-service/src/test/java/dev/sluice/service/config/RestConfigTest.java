package dev.sluice.service.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.ValueType;
import dev.sluice.service.config.ContractConfig.Again;
import dev.sluice.service.config.ContractConfig.Answer;
import dev.sluice.service.config.ContractConfig.Ask;
import dev.sluice.service.config.ContractConfig.Match;
import dev.sluice.service.config.ContractConfig.Missing;
import dev.sluice.service.config.ContractConfig.Nested;
import dev.sluice.service.config.ContractConfig.Quoting;
import dev.sluice.service.config.GatewayConfig.RestConfig;
import dev.sluice.service.config.RestDeclaration.Payload;
import dev.sluice.service.config.yaml.Secret;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RestConfigTest {

    private static final String SERVICE = "services: {crm: {url: 'http://crm.test'}}\n";

    @Test
    void shouldFillInEveryDefaultWhenOnlyAUrlIsGiven() {
        final GatewayConfig config = Yaml.parse(SERVICE);

        assertTrue(config.databases().isEmpty());
        assertEquals(
                new ServiceConfig(
                        "crm",
                        URI.create("http://crm.test"),
                        new Credentials.None(),
                        Optional.empty(),
                        new Secret(""),
                        Optional.empty(),
                        new Secret(""),
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(30),
                        Duration.ofSeconds(60),
                        16L << 20,
                        4_000,
                        4,
                        new ResilienceConfig(
                                3, Duration.ofMillis(100), Duration.ofSeconds(10), Optional.empty(), Optional.empty())),
                config.rest().services().get("crm"));
    }

    @Test
    void shouldReadEveryKeyOfAServiceWhenAllAreGiven(@TempDir Path dir) throws Exception {
        Files.writeString(dir.resolve("mine.p12"), "");
        Files.writeString(dir.resolve("theirs.p12"), "");
        final ServiceConfig service = GatewayConfig.parse("""
                        services:
                          crm:
                            url: https://crm.test:8443/api/
                            user: batch
                            password: ${PASSWORD}
                            keyStore: mine.p12
                            keyStorePassword: one
                            trustStore: theirs.p12
                            trustStorePassword: two
                            connectTimeout: 1s
                            responseTimeout: 2s
                            callTimeout: 3s
                            responseBytes: 1MB
                            urlLength: 2000
                            callsInFlight: 8
                            retries: 5
                            outage: fail-after 5m
                            callsPerSecond: 50
                        """, dir, Map.of("PASSWORD", "pass")::get)
                .rest()
                .services()
                .get("crm");

        assertEquals(
                new ServiceConfig(
                        "crm",
                        URI.create("https://crm.test:8443/api/"),
                        Credentials.basic("batch", new Secret("pass")),
                        Optional.of(dir.resolve("mine.p12")),
                        new Secret("one"),
                        Optional.of(dir.resolve("theirs.p12")),
                        new Secret("two"),
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(3),
                        1L << 20,
                        2_000,
                        8,
                        new ResilienceConfig(
                                5,
                                Duration.ofMillis(100),
                                Duration.ofSeconds(10),
                                Optional.of(Duration.ofMinutes(5)),
                                Optional.of(50))),
                service);
        assertFalse(service.toString().contains("pass,"), service::toString);
    }

    @Test
    void shouldReadEachKindOfCredentialsWhenItIsGiven() {
        assertEquals(Credentials.bearer(new Secret("t")), credentials("token: t"));
        assertEquals(Credentials.apiKey("X-API-Key", new Secret("k")), credentials("apiKey: k"));
        assertEquals(Credentials.apiKey("X-Crm", new Secret("k")), credentials("{apiKeyHeader: X-Crm, apiKey: k}"));
        assertEquals(Credentials.basic("u", new Secret("")), credentials("user: u"));
    }

    private static Credentials credentials(String keys) {
        final String rest = keys.startsWith("{") ? keys.substring(1, keys.length() - 1) : keys;
        return Yaml.parse("services: {crm: {url: 'http://crm.test', " + rest + "}}")
                .rest()
                .services()
                .get("crm")
                .credentials();
    }

    @Test
    void shouldTakeTheDefaultContractWhenOnlyAServiceIsNamed() {
        final RestConfig rest = Yaml.parse(SERVICE + "lookups: {customer: {service: crm}}\nendpoints: {letters: {}}")
                .rest();

        assertEquals(
                new RestDeclaration(
                        "customer",
                        false,
                        "crm",
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(Set.of()),
                        RestDeclaration.Payload.TEXT,
                        true,
                        DefaultContract.lookup("customer"),
                        Optional.empty()),
                rest.lookups().get("customer"));
        assertEquals(
                new RestDeclaration(
                        "letters",
                        true,
                        "crm",
                        Optional.empty(),
                        Optional.of(Set.of()),
                        Optional.empty(),
                        Payload.JSON,
                        true,
                        DefaultContract.endpoint("letters"),
                        Optional.empty()),
                rest.endpoints().get("letters"));
    }

    @Test
    void shouldKeepTheDefaultContractWhenOnlyItsPathDiffers() {
        final Ask ask = lookup("request: {path: /v2/customers}").ask();

        assertEquals("/v2/customers", ask.path());
        assertEquals(
                DefaultContract.lookup("customer").ask().item(),
                lookup("request: {query: expand=all}").ask().item());
        assertEquals(DefaultContract.lookup("customer").ask().body(), ask.body());
        assertEquals(
                DefaultContract.lookup("customer").answer(),
                lookup("request: {path: /v2/customers}").answer());
    }

    @Test
    void shouldReadEveryKeyOfALookupWhenAllAreGiven() {
        final RestDeclaration lookup =
                Yaml.parse(SERVICE + """
                        lookups:
                          customer:
                            service: crm
                            types: [long, text]
                            reads: [Customer]
                            cache: {entries: 10, notFoundTtl: 1s}
                            request:
                              method: PUT
                              path: /customers
                              query: tenant=a&ids={items}
                              body: '{"x": 1}'
                              item: "{1}-{2}"
                              separator: ";"
                              quoted: true
                              limit: 50
                              headers: {Accept: application/hal+json}
                            response:
                              items: /data
                              match: key
                              key: [/id, /kind]
                              value: /attributes
                              status: /code
                              error: /fault
                              found: /exists
                              notFoundErrors: [missing]
                              notFoundStatuses: [404]
                              again: [425, /timed_out, busy, 202]
                              missing: failure
                              many: true
                              nested: json
                              columns: {premium: decimal, born.on: date}
                        """).rest().lookups().get("customer");

        assertEquals(
                new RestDeclaration(
                        "customer",
                        false,
                        "crm",
                        Optional.of(List.of(ValueType.LONG, ValueType.TEXT)),
                        Optional.of(Set.of("customer")),
                        Optional.of(Set.of()),
                        RestDeclaration.Payload.TEXT,
                        true,
                        new ContractConfig(
                                new Ask(
                                        "PUT",
                                        "/customers",
                                        "tenant=a&ids={items}",
                                        Optional.of("{\"x\": 1}"),
                                        "{1}-{2}",
                                        ";",
                                        Quoting.JSON,
                                        50,
                                        Map.of("Accept", "application/hal+json")),
                                new Answer(
                                        "/data",
                                        Match.KEY,
                                        List.of("/id", "/kind"),
                                        "/attributes",
                                        Optional.of("/code"),
                                        Optional.of("/fault"),
                                        Optional.of("/exists"),
                                        Set.of("missing"),
                                        Set.of(404),
                                        new Again(Set.of(202, 425), Set.of("busy"), List.of("/timed_out")),
                                        Missing.FAILURE,
                                        Optional.empty(),
                                        Optional.empty(),
                                        true,
                                        Nested.JSON,
                                        Map.of("premium", ValueType.DECIMAL, "born.on", ValueType.DATE))),
                        Optional.of(new CacheConfig(10, Duration.ofMinutes(5), Duration.ofSeconds(1)))),
                lookup);
    }

    @Test
    void shouldAskByGetAndMatchByKeyWhenTheQueryNamesTheItems() {
        final ContractConfig contract = lookup("request: {path: /customers, query: 'id={1}'}, response: {key: /id}");

        assertEquals("GET", contract.ask().method());
        assertEquals(Optional.empty(), contract.ask().body());
        assertEquals(100, contract.ask().limit());
        assertEquals(Match.KEY, contract.answer().match());
        assertEquals("", contract.answer().items());
        assertEquals(Missing.NOT_FOUND, contract.answer().missing());
        assertEquals(Optional.empty(), contract.answer().status());
    }

    @Test
    void shouldAskOneItemACallWhenThePathNamesIt() {
        final ContractConfig contract = lookup("request: {path: '/customers/{1}'}");

        assertEquals("GET", contract.ask().method());
        assertEquals(1, contract.ask().limit());
        assertEquals(Match.SINGLE, contract.answer().match());
        assertEquals(Set.of(404, 410), contract.answer().notFoundStatuses());
    }

    @Test
    void shouldTakeAnObjectForKeyedWhenItIsMatchedByKeyWithoutOne() {
        final ContractConfig contract =
                lookup("request: {query: 'ids={items}'}, response: {items: /customers, match: key}");

        assertEquals(List.of(), contract.answer().key());
        assertEquals("{key}", contract.ask().item());
    }

    @Test
    void shouldBelieveTheStatusWhenAnEndpointDescribesOnlyItsRequest() {
        final ContractConfig list = endpoint("request: {body: '{items}'}");
        final ContractConfig one =
                endpoint("request: {body: '{payload}', headers: {Idempotency-Key: '{idempotencyKey}'}}");

        assertEquals(Match.NONE, list.answer().match());
        assertEquals(
                DefaultContract.endpoint("letters").ask().item(), list.ask().item());
        assertEquals(100, list.ask().limit());
        assertEquals(1, one.ask().limit());
        assertEquals(Match.NONE, one.answer().match());
        assertEquals(
                Match.SINGLE,
                endpoint("request: {body: '{payload}'}, response: {value: /number}")
                        .answer()
                        .match());
    }

    private static ContractConfig lookup(String keys) {
        return Yaml.parse(SERVICE + "lookups: {customer: {service: crm, " + keys + "}}")
                .rest()
                .lookups()
                .get("customer")
                .contract();
    }

    private static ContractConfig endpoint(String keys) {
        return Yaml.parse(SERVICE + "endpoints: {letters: {service: crm, " + keys + "}}")
                .rest()
                .endpoints()
                .get("letters")
                .contract();
    }
}
