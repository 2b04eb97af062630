package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.FailureKind;
import dev.sluice.service.config.DefaultContract;
import dev.sluice.service.config.yaml.Secrets;
import dev.sluice.service.rest.http.HttpAsk;
import dev.sluice.service.rest.http.HttpCalls;
import dev.sluice.service.rest.http.HttpReply;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpCallsTest {

    private static final Contract CONTRACT =
            Described.lookup(DefaultContract.lookup("customer")).contract();

    private static HttpCalls calls(String url) {
        return new HttpCalls(
                "test", RestSettings.of(url).config().rest().services().get("crm"));
    }

    private static HttpAsk get(String url) {
        return new HttpAsk("GET", URI.create(url), Map.of("Accept", "application/json"), Optional.empty(), List.of(0));
    }

    private static HttpReply reply(String url) throws InterruptedException {
        final BlockingQueue<HttpReply> replies = new LinkedBlockingQueue<>();
        calls(url).send(get(url + "/customer?id=1"), replies::add);
        final HttpReply reply = replies.poll(30, TimeUnit.SECONDS);
        assertTrue(reply != null, "no reply");
        return reply;
    }

    private static RawServer answering(byte[] response) throws IOException {
        return RawServer.start((request, connection) -> {
            connection.write(response);
            return true;
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {425, 429, 503})
    void shouldHonourRetryAfterAsSecondsAndAsDate(int status) throws IOException, InterruptedException {
        final OptionalLong twoMinutes = OptionalLong.of(Duration.ofMinutes(2).toNanos());
        for (final String header : List.of(
                "Retry-After: 120\r\n",
                "Date: Wed, 01 Jul 2026 12:00:00 GMT\r\nretry-after: Wed, 01 Jul 2026 12:02:00 GMT\r\n")) {
            try (RawServer server = answering(Http.response(status, header, "later"))) {
                final CallResult verdict =
                        new Judge("crm", Secrets.NONE).judge(reply(server.url()), CONTRACT, Described.items(1L));
                assertEquals(new CallResult.Throttled("it answered " + status + ": later", twoMinutes), verdict);
            }
        }
    }

    @Test
    void shouldAskWithHttp11AndKeepTheConnection() throws IOException, InterruptedException {
        final BlockingQueue<Http> requests = new LinkedBlockingQueue<>();
        try (RawServer server = RawServer.start((request, connection) -> {
            requests.add(request);
            connection.write(Http.response(200, "", "{}"));
            return true;
        })) {
            reply(server.url());
            final Http request = requests.take();
            assertEquals("GET /customer?id=1 HTTP/1.1", request.line());
            assertEquals("gzip", request.headers().get("accept-encoding"));
            assertTrue(
                    !request.headers().containsKey("upgrade"), request.headers().toString());
            assertTrue(
                    !"close".equalsIgnoreCase(request.headers().get("connection")),
                    request.headers().toString());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303, 307, 308})
    void shouldFollowNoRedirect(int status) throws IOException, InterruptedException {
        try (RawServer elsewhere = answering(Http.response(200, "", "{}"));
                RawServer server =
                        answering(Http.response(status, "Location: " + elsewhere.url() + "/customer\r\n", ""))) {
            final CallResult verdict =
                    new Judge("crm", Secrets.NONE).judge(reply(server.url()), CONTRACT, Described.items(1L));
            assertEquals(new CallResult.Away("it answered " + status + ": redirects are not followed", true), verdict);
            assertEquals(0, elsewhere.requests());
        }
    }

    /** The time that a connection may take, 2 s here, is not added: it is open. */
    @Test
    void shouldWaitNoLongerThanTheResponseMayTakeWhenTheConnectionIsOpen() throws IOException, InterruptedException {
        try (RawServer server = RawServer.start((request, connection) -> {
            if (request.line().contains("slow") && !connection.ends(1_500)) {
                connection.write(Http.response(200, "", "{}"));
            }
            if (!request.line().contains("slow")) {
                connection.write(Http.response(200, "", "{}"));
            }
            return true;
        })) {
            final HttpCalls calls = new HttpCalls(
                    "test",
                    RestSettings.of(server.url())
                            .timeouts(Duration.ofMillis(200), Duration.ofSeconds(20))
                            .config()
                            .rest()
                            .services()
                            .get("crm"));
            final BlockingQueue<HttpReply> replies = new LinkedBlockingQueue<>();
            calls.send(get(server.url() + "/quick"), replies::add);
            assertTrue(replies.poll(30, TimeUnit.SECONDS) instanceof HttpReply.Response);
            calls.send(get(server.url() + "/slow"), replies::add);
            assertEquals(
                    new HttpReply.Lost(FailureKind.TIMEOUT, "no response within 200 ms", 0),
                    replies.poll(30, TimeUnit.SECONDS));
        }
    }

    @Test
    void shouldGoToNoOtherHost() {
        final HttpCalls calls = calls("http://127.0.0.1:1234");
        for (final String elsewhere : List.of(
                "http://127.0.0.2:1234/",
                "http://127.0.0.1:1235/",
                "https://127.0.0.1:1234/",
                "http://me@127.0.0.1:1234/",
                "http:///none")) {
            assertThrows(IllegalArgumentException.class, () -> calls.send(get(elsewhere), reply -> {}), elsewhere);
        }
    }
}
