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
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpCallsTest {

    private static final Contract CONTRACT =
            Described.lookup(DefaultContract.lookup("customer")).contract();

    @RegisterExtension
    private final TestService crm = new TestService();

    private static HttpAsk get(String url) {
        return new HttpAsk("GET", URI.create(url), Map.of("Accept", "application/json"), Optional.empty(), List.of(0));
    }

    private HttpCalls calls() {
        return new HttpCalls("test", crm.settings().service());
    }

    private HttpReply reply() throws InterruptedException {
        return reply(calls(), "/customer?id=1");
    }

    private HttpReply reply(HttpCalls calls, String path) throws InterruptedException {
        final BlockingQueue<HttpReply> replies = new LinkedBlockingQueue<>();
        calls.send(get(crm.url() + path), replies::add);
        final HttpReply reply = replies.poll(30, TimeUnit.SECONDS);
        assertTrue(reply != null, "no reply");
        return reply;
    }

    private CallResult verdict() throws InterruptedException {
        return new Judge("crm", Secrets.NONE).judge(reply(), CONTRACT, Described.items(1L));
    }

    @ParameterizedTest
    @ValueSource(ints = {425, 429, 503})
    void shouldHonourRetryAfterAsSecondsAndAsDate(int status) throws InterruptedException {
        final OptionalLong twoMinutes = OptionalLong.of(Duration.ofMinutes(2).toNanos());
        for (final String header : List.of(
                "Retry-After: 120\r\n",
                "Date: Wed, 01 Jul 2026 12:00:00 GMT\r\nretry-after: Wed, 01 Jul 2026 12:02:00 GMT\r\n")) {
            crm.replies(request -> Http.response(status, header, "later"));
            assertEquals(new CallResult.Throttled("it answered " + status + ": later", twoMinutes), verdict());
        }
    }

    @Test
    void shouldAskWithHttp11AndKeepTheConnection() throws InterruptedException {
        final BlockingQueue<Http> requests = new LinkedBlockingQueue<>();
        crm.replies(request -> {
            requests.add(request);
            return Http.response(200, "", "{}");
        });
        reply();
        final Http request = requests.take();
        assertEquals("GET /customer?id=1 HTTP/1.1", request.line());
        final Map<String, String> headers = request.headers();
        assertEquals("gzip", headers.get("accept-encoding"));
        assertTrue(!headers.containsKey("upgrade"), headers::toString);
        assertTrue(!"close".equalsIgnoreCase(headers.get("connection")), headers::toString);
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303, 307, 308})
    void shouldFollowNoRedirect(int status) throws InterruptedException {
        final RawServer elsewhere = crm.start(TestService.replying(request -> Http.response(200, "", "{}")));
        crm.replies(request -> Http.response(status, "Location: " + elsewhere.url() + "/customer\r\n", ""));
        assertEquals(new CallResult.Away("it answered " + status + ": redirects are not followed", true), verdict());
        assertEquals(0, elsewhere.requests());
    }

    /** The time that a connection may take, 2 s here, is not added: it is open. */
    @Test
    void shouldWaitNoLongerThanTheResponseMayTakeWhenTheConnectionIsOpen() throws InterruptedException {
        crm.answers((request, connection) -> {
            if (!request.line().contains("slow") || !connection.ends(1_500)) {
                connection.write(Http.response(200, "", "{}"));
            }
            return true;
        });
        final HttpCalls calls =
                new HttpCalls("test", crm.settings().timeouts("200ms", "20s").service());
        assertTrue(reply(calls, "/quick") instanceof HttpReply.Response);
        assertEquals(new HttpReply.Lost(FailureKind.TIMEOUT, "no response within 200 ms", 0), reply(calls, "/slow"));
    }

    @Test
    void shouldGoToNoOtherHost() {
        crm.at("http://127.0.0.1:1234");
        final HttpCalls calls = calls();
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
