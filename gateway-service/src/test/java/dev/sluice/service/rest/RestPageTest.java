package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.config.GatewayConfig.RestConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The configurations of docs/how-to/rest.md do what the comments beside them say. */
class RestPageTest {

    private static final Pattern YAML = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);

    @Test
    void shouldAskByTheDefaultContractWhenThePageSaysSo() throws IOException {
        final RestConfig rest = page(0, "");

        assertEquals(
                "POST http://localhost:8090/api/customer:lookup {\"items\":[{\"id\":7,\"key\":4711},{\"id\":8,\"key\":4712}]}",
                lookup(rest, "customer").request(4711L, 4712L));
        assertEquals(
                "POST http://localhost:8090/api/letters"
                        + " {\"items\":[{\"id\":7,\"idempotencyKey\":\"event-7\",\"payload\":{\"contract\": 4711}}]}",
                endpoint(rest, "letters").request("{\"contract\": 4711}"));
    }

    @Test
    void shouldAskAsTheCommentsSayWhenAServiceIsDescribed() throws Exception {
        final RestConfig rest = page(1, "services: {crm: {url: 'http://crm.test'}}\n");

        assertEquals(
                "GET http://crm.test/customers?id=1&id=2",
                lookup(rest, "by-parameter").request(1L, 2L));
        assertEquals(
                "GET http://crm.test/customers?ids=1,2", lookup(rest, "by-list").request(1L, 2L));
        assertEquals(
                List.of("found [{n=1}]", "missing"),
                lookup(rest, "by-list").read("{\"data\": {\"1\": {\"n\": 1}}}", 1L, 2L));
        assertEquals(
                "POST http://crm.test/search {\"ids\":[\"c-1\",\"c-2\"],\"size\":100}",
                lookup(rest, "by-body").request(1L, 2L));
        assertEquals(
                List.of("found [{n=1}]", "not found"),
                lookup(rest, "by-body")
                        .read(
                                "{\"hits\": [{\"id\": 2, \"found\": false},"
                                        + " {\"id\": 1, \"found\": true, \"doc\": {\"n\": 1}}]}",
                                1L,
                                2L));
        assertEquals(
                "GET http://crm.test/customers/1/address",
                lookup(rest, "one-by-one").request(1L));
        assertEquals(
                "POST http://crm.test/events [{\"key\":\"event-7\",\"event\":{}}]",
                endpoint(rest, "events").request("{}"));
        assertEquals("POST http://crm.test/orders {}", endpoint(rest, "orders").request("{}"));
    }

    private static RestConfig page(int snippet, String before) throws IOException {
        final List<String> snippets = YAML.matcher(Files.readString(Path.of("../docs/how-to/rest.md")))
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
        return GatewayConfig.parse(before + snippets.get(snippet), Path.of(""), name -> null)
                .rest();
    }

    private static Described lookup(RestConfig rest, String name) {
        return Described.of(rest.lookups().get(name), rest);
    }

    private static Described endpoint(RestConfig rest, String name) {
        return Described.of(rest.endpoints().get(name), rest);
    }
}
