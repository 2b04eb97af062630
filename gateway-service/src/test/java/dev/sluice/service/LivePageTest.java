package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.client.GatewayClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page that a running gateway serves, as bytes; a browser is among the nightly tests of the examples. */
class LivePageTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String HOSTILE = "<img src=x onerror=alert(1)>'\"&\u202e";
    private static final String[] WITH_TOKEN = {"Authorization", "Bearer page-token"};

    @TempDir
    Path directory;

    private RunningGateway start(String health) {
        return RunningGateway.start("""
                name: seen
                queues: {path: '%s', diskReserve: 1MB}
                health: {%s}
                databases:
                  main: {url: 'jdbc:hsqldb:mem:page'}
                lookups:
                  number: {sql: 'SELECT CAST(? AS INTEGER) AS n FROM (VALUES(0))', types: [text]}
                """.formatted(directory.resolve("queues"), health));
    }

    /** One that is answered and one that fails, as nothing has its name, which the message repeats. */
    private void ask() {
        try (GatewayClient client = RunningGateway.client(directory.resolve("queues"))) {
            client.requests().lookup("number", "17");
            client.requests().lookup(HOSTILE, HOSTILE);
            client.awaitAll(new Collected(), PATIENCE);
        }
    }

    private static String page(RunningGateway gateway, String path, String... header) throws Exception {
        final HttpResponse<String> page = MetricsPage.get(gateway.health(), path, header);
        assertEquals(200, page.statusCode(), page.body());
        return page.body();
    }

    @Test
    void shouldShowFailuresAndARequestsLifeWithEveryTextEscapedWhenATokenIsAsked() throws Exception {
        try (RunningGateway gateway = start("port: 0, token: page-token")) {
            ask();
            assertEquals(401, MetricsPage.get(gateway.health(), "/").statusCode());
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> page(gateway, "/", WITH_TOKEN).contains("request?position="));
            final String page = page(gateway, "/", WITH_TOKEN);
            assertFalse(page.contains("<img"), page);
            assertTrue(page.contains("&lt;img src=x onerror=alert(1)&gt;"), page);
            assertFalse(page.contains("\u202e"), page);

            final Matcher link = Pattern.compile("href=\"(request[^\"]*)\"").matcher(page);
            assertTrue(link.find());
            final String life = page(gateway, "/" + link.group(1).replace("&amp;", "&"), WITH_TOKEN);
            assertFalse(life.contains("<img"), life);
            assertTrue(
                    life.contains("argument 1") && life.contains("&lt;img") && life.contains("without being asked"),
                    life);
            for (final String wrong : new String[] {"position=x", "position=1:1", "lane=7&position=1:1", ""}) {
                assertTrue(
                        MetricsPage.get(gateway.health(), "/request?" + wrong, WITH_TOKEN)
                                        .statusCode()
                                >= 400,
                        wrong);
            }
            final String top = page(gateway, "/top", WITH_TOKEN);
            assertTrue(top.contains("LAST FAILURES") && !top.contains("\u202e"), top);
        }
    }

    @Test
    void shouldLoadNothingFromElsewhereAndRunNoScriptInThePage() throws Exception {
        try (RunningGateway gateway = start("port: 0")) {
            final HttpResponse<String> page = MetricsPage.get(gateway.health(), "/");
            final String policy =
                    page.headers().firstValue("Content-Security-Policy").orElseThrow();
            assertTrue(policy.contains("default-src 'none'") && !policy.contains("unsafe"), policy);
            assertFalse(
                    Pattern.compile("https?://|style=|<script>| on[a-z]+=")
                            .matcher(page.body())
                            .find(),
                    page.body());
            final Matcher file = Pattern.compile("(?:href|src)=\"([a-z.]+)\"").matcher(page.body());
            int files = 0;
            while (file.find()) {
                files++;
                assertTrue(page(gateway, "/" + file.group(1)).length() > 100);
            }
            assertEquals(3, files);
        }
    }

    @Test
    void shouldShowCountsAndNoMessageWhenNoTokenIsAskedAndNothingToAnotherHostsName() throws Exception {
        try (RunningGateway gateway = start("port: 0")) {
            ask();
            final JsonNode state = new ObjectMapper().readTree(page(gateway, "/state"));
            assertEquals("(refused)", state.at("/names/0/name").asText(), state.toPrettyString());
            assertEquals(1, state.at("/names/0/failed").asInt());
            assertEquals(1, state.at("/names/0/failures/INVALID").asInt());
            assertEquals("number", state.at("/names/1/name").asText());
            assertEquals(1, state.at("/names/1/requests").asInt());
            assertEquals(0, state.at("/now/backlog").asInt());
            assertEquals("LOOK", state.at("/condition").asText());
            assertEquals("open", state.at("/backends/0/condition").asText());
            assertTrue(state.at("/names/1/mostNanos").asLong() > 0);
            final String page = page(gateway, "/");
            assertFalse(page.contains("onerror"), page);
            assertTrue(page.contains("health.token"), page);
            assertEquals(
                    403,
                    MetricsPage.get(gateway.health(), "/request?position=1:1").statusCode());

            assertTrue(raw(
                            gateway.health(),
                            "/",
                            "attacker.example:" + gateway.health().getPort())
                    .contains(" 421 "));
            assertTrue(raw(gateway.health(), "/", "localhost").contains(" 200 "));
            assertTrue(raw(gateway.health(), "/health/live", "attacker.example").contains(" 200 "));
        }
    }

    /** The status line, asked under another name: the JDK's client sends its own. */
    private static String raw(URI server, String path, String host) throws IOException {
        try (Socket socket = new Socket(server.getHost(), server.getPort())) {
            socket.getOutputStream()
                    .write(("GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
                    .readLine();
        }
    }

    @Test
    void shouldSendEachSectionOnceAndThenThoseThatChangeWhenAViewerFollows() throws Exception {
        try (RunningGateway gateway = start("port: 0")) {
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() ->
                            MetricsPage.get(gateway.health(), "/health/started").statusCode() == 200);
            final String stream = page(gateway, "/events"); // ends by itself
            final String[] events = stream.split("event: sections\n");
            assertTrue(events.length > 4, stream);
            final JsonNode first = new ObjectMapper().readTree(events[1].substring("data: ".length()));
            assertTrue(first.path("needs").asText().contains("Nothing."), stream);
            assertTrue(first.size() >= 9);
            final JsonNode next = new ObjectMapper().readTree(events[2].substring("data: ".length()));
            assertTrue(next.has("top") && !next.has("backends"), stream);
        }
    }
}
