package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.service.look.LaneLooks;
import dev.sluice.service.look.Status;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The page that a running gateway serves, as bytes; a browser is among the nightly tests of the examples. */
class LivePageTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String HOSTILE = "<img src=x onerror=alert(1)>'\"&\u202e";
    private static final String[] WITH_TOKEN = {"Authorization", "Bearer page-token"};

    @RegisterExtension
    private final ServedQueues served = ServedQueues.declaring("""
            lookups:
              number: {sql: 'SELECT CAST(? AS INTEGER) AS n FROM (VALUES(0))', types: [text]}
            """);

    private RunningGateway start(String health) {
        return served.start("health: {" + health + "}\n" + served.yaml());
    }

    /** One that is answered and one that fails, as nothing has its name, which the message repeats. */
    private void ask() {
        served.client().requests().lookup("number", "17");
        served.client().requests().lookup(HOSTILE, HOSTILE);
        served.results();
    }

    private static String page(RunningGateway gateway, String path, String... header) throws Exception {
        final HttpResponse<String> page = MetricsPage.get(gateway.health(), path, header);
        assertEquals(200, page.statusCode(), page.body());
        return page.body();
    }

    private static JsonNode state(RunningGateway gateway, String query, String... header) throws Exception {
        return new ObjectMapper().readTree(page(gateway, "/state" + query, header));
    }

    @Test
    void shouldShowFailuresAndARequestsLifeWithEveryTextEscapedWhenATokenIsAsked() throws Exception {
        final RunningGateway gateway = start("port: 0, token: page-token");
        ask();
        assertEquals(401, MetricsPage.get(gateway.health(), "/").statusCode());
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() ->
                        state(gateway, "", WITH_TOKEN).at("/gateway/failures").size() == 1);
        final JsonNode failed = state(gateway, "", WITH_TOKEN).at("/gateway/failures/0");
        assertTrue(failed.at("/failure/message").asText().contains(HOSTILE), failed::toString);
        assertEquals("INVALID", failed.at("/failure/kind").asText());
        final String at = "position=" + failed.at("/position").asText();
        final String life = page(gateway, "/request?" + at, WITH_TOKEN);
        assertFalse(life.contains("<img") || life.contains("\u202e"), life);
        assertTrue(
                life.contains("argument 1")
                        && life.contains("&lt;img src=x onerror=alert(1)&gt;")
                        && life.contains("without a call"),
                life);
        for (final String wrong : new String[] {"position=x", "position=1:1", "lane=7&" + at, ""}) {
            assertTrue(
                    MetricsPage.get(gateway.health(), "/request?" + wrong, WITH_TOKEN)
                                    .statusCode()
                            >= 400,
                    wrong);
        }
        final String text = page(gateway, "/status", WITH_TOKEN);
        assertTrue(text.contains("last failures") && text.contains("onerror") && !text.contains("\u202e"), text);
        assertTrue(text.startsWith("worth knowing: (refused): 1 of its requests failed within the last minute"), text);
    }

    @Test
    void shouldLoadNothingFromElsewhereAndRunNoScriptInThePage() throws Exception {
        final RunningGateway gateway = start("port: 0");
        final HttpResponse<String> page = MetricsPage.get(gateway.health(), "/");
        final String policy =
                page.headers().firstValue("Content-Security-Policy").orElseThrow();
        assertTrue(policy.contains("default-src 'none'") && !policy.contains("unsafe"), policy);
        assertFalse(
                Pattern.compile("https?://|style=|<script>|<style| on[a-z]+=")
                        .matcher(page.body())
                        .find(),
                page.body());
        final Matcher file = Pattern.compile("(?:href|src)=\"([a-z.]+)\"").matcher(page.body());
        final Set<String> files = new TreeSet<>();
        while (file.find()) {
            if (files.add(file.group(1))) {
                assertTrue(page(gateway, "/" + file.group(1)).length() > 100);
            }
        }
        assertEquals(Set.of("icon.svg", "page.css", "page.js", "status", "uplot.css", "uplot.js"), files);
    }

    @Test
    void shouldShowCountsAndNoMessageWhenNoTokenIsAskedAndNothingToAnotherHostsName() throws Exception {
        final RunningGateway gateway = start("port: 0");
        ask();
        final JsonNode state = state(gateway, "");
        final JsonNode names = state.at("/gateway/names");
        assertEquals("(refused)", names.at("/0/name").asText(), state.toPrettyString());
        assertEquals(1, names.at("/0/failed").asInt());
        assertEquals(1, names.at("/0/failures/INVALID").asInt());
        assertFalse(names.at("/0/minute").has("requestsPerCall"), "it was never asked");
        assertEquals("number", names.at("/1/name").asText());
        assertEquals(1, names.at("/1/requests").asInt());
        assertEquals(1, names.at("/1/minute/requestsPerCall").asInt());
        assertTrue(names.at("/1/minute/mostNanos").asLong() > 0);
        assertEquals(0, state.at("/waiting/requests").asInt());
        assertFalse(state.at("/waiting").has("drainSeconds"), "nothing waits");
        assertEquals("LOOK", state.at("/condition").asText());
        assertEquals("open", state.at("/gateway/backends/0/condition").asText());
        assertEquals(2, state.at("/gateway/total/results").asInt());
        assertEquals(
                served.queues().toString(), state.at("/lanes/0/queues/address").asText());
        assertFalse((state + page(gateway, "/status")).contains("onerror"), state.toPrettyString());
        assertEquals(
                403, MetricsPage.get(gateway.health(), "/request?position=1:1").statusCode());

        final int port = gateway.health().getPort();
        assertTrue(raw(gateway.health(), "/state", "attacker.example:" + port).contains(" 421 "));
        assertTrue(raw(gateway.health(), "/", "localhost").contains(" 200 "));
        assertTrue(raw(gateway.health(), "/health/live", "attacker.example").contains(" 200 "));
    }

    @Test
    void shouldGiveSamplesAfterATimeOnceAndNoFigureOfWhatWasNotDone() throws Exception {
        final RunningGateway gateway = start("port: 0");
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> state(gateway, "").at("/gateway/hour").size() > 1);
        final JsonNode hour = state(gateway, "").at("/gateway/hour");
        final JsonNode first = hour.get(0);
        assertEquals(0, first.at("/backlog").asInt(-1));
        assertEquals(0, first.at("/did/resultsPerSecond").asInt(-1));
        assertFalse(first.at("/did").has("medianNanos") || first.at("/did").has("requestsPerCall"), first.toString());
        final JsonNode later =
                state(gateway, "?since=" + first.at("/at").asText()).at("/gateway/hour");
        assertEquals(hour.get(1), later.get(0));
        assertEquals(400, MetricsPage.get(gateway.health(), "/state?since=now").statusCode());
    }

    @Test
    void shouldSayWhyInsteadOfNothingWhenTheQueuesCannotBeRead() throws Exception {
        try (LaneLooks looks = new LaneLooks(
                () -> List.of(served.directory().resolve("nowhere").toString()),
                0,
                InstantSource.system(),
                Executors.newSingleThreadScheduledExecutor())) {
            final String address = served.directory().resolve("nowhere").toString();
            final Status.OfLane seen = looks.of(address);
            assertEquals(Optional.empty(), seen.queues());
            assertTrue(seen.unread().orElseThrow().contains("nowhere"));
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
}
