package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.service.config.GatewayConfig.RestConfig;
import dev.sluice.service.config.ServiceConfig;
import dev.sluice.service.rest.http.HttpAsk;
import dev.sluice.service.rest.http.HttpCalls;
import dev.sluice.service.rest.http.HttpReply;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A careless service repeats what it was sent, at every place around each place where the gateway cuts a text: no part of
 * the password is in what the gateway says. Against a real server.
 */
class RepeatedSecretsTest {

    private static final String PASSWORD = "Pa5s/w+Örd=\"& 9ZqK";
    private static final String JSON_IN_HTML = "Pa5s/w+Örd\\u003d\\\"\\u0026 9ZqK";
    /** So many letters of a secret in a row are a part of it. */
    private static final int PART = 6;

    private static final ObjectMapper JSON = new ObjectMapper();

    @RegisterExtension
    private final TestService crm = new TestService();

    private final AtomicReference<byte[]> response = new AtomicReference<>();
    private HttpCalls calls;
    private Contract contract;

    /** The password as it travels, in all forms. */
    private static List<String> forms() {
        final List<String> forms = new ArrayList<>(List.of(
                PASSWORD,
                URLEncoder.encode(PASSWORD, StandardCharsets.UTF_8),
                URLEncoder.encode(PASSWORD, StandardCharsets.UTF_8).replace("+", "%20")));
        for (final String before : List.of("", "u", "me:", "job:", "jörg:")) {
            for (final String after : List.of("", "x", "\n")) {
                final byte[] bytes = (before + PASSWORD + after).getBytes(StandardCharsets.UTF_8);
                for (final Base64.Encoder encoder : List.of(Base64.getEncoder(), Base64.getUrlEncoder())) {
                    forms.add(encoder.encodeToString(bytes));
                    forms.add(encoder.withoutPadding().encodeToString(bytes));
                    forms.add(URLEncoder.encode(encoder.encodeToString(bytes), StandardCharsets.UTF_8));
                }
            }
        }
        forms.add(JSON_IN_HTML);
        forms.add("Pa5s/w+\\u00d6rd=\\\"& 9ZqK");
        return forms.stream().distinct().toList();
    }

    private static void assertSilent(String form, String said, String where) {
        for (int from = 0; from + PART <= form.length(); from++) {
            final String part = form.substring(from, from + PART);
            assertFalse(said.contains(part), () -> "'" + part + "' of " + form + ", " + where + ": " + said);
        }
    }

    @BeforeEach
    void open() {
        crm.replies(request -> response.get());
        final RestConfig rest = crm.settings()
                .with("user", "jörg")
                .with("password", PASSWORD)
                .config()
                .rest();
        final ServiceConfig service = rest.services().get("crm");
        calls = new HttpCalls("test", service);
        contract = Contract.of(rest.lookups().get("customer"), service, calls.secrets(), Described.LIMITS);
    }

    /** What the gateway says of a response. */
    private String said(int status, String headers, String body) throws InterruptedException {
        response.set(Http.response(status, headers, body));
        final BlockingQueue<HttpReply> replies = new LinkedBlockingQueue<>();
        calls.send(
                new HttpAsk("GET", URI.create(crm.url() + "/c"), Map.of(), Optional.empty(), List.of(0)), replies::add);
        final HttpReply reply = replies.poll(30, TimeUnit.SECONDS);
        assertTrue(reply != null, "no reply");
        final CallResult verdict = new Judge("crm", calls.secrets()).judge(reply, contract, Described.items(1L));
        return verdict instanceof CallResult.Answered answered
                ? Told.lines(answered.answers()).toString()
                : verdict.toString();
    }

    private static String json(String text) throws IOException {
        return JSON.writeValueAsString(text);
    }

    @Test
    void shouldSayNoPartOfACredentialWhenABodyRepeatsItAroundACut() throws Exception {
        for (final String form : forms()) {
            for (final int cut : new int[] {200, 800, 1_600}) {
                for (int before = cut - form.length() - 1; before <= cut + 1; before += 3) {
                    final String said = said(401, "", "-".repeat(before) + " " + form + " ...");
                    assertTrue(said.contains("answered 401: ---"), said);
                    assertSilent(form, said, "from " + before);
                }
            }
        }
    }

    /** Of an error no more than 16 KB are read; white space is not shown. */
    @Test
    void shouldSayNoPartOfACredentialWhenABodyEndsWithinIt() throws Exception {
        for (final String form : forms().subList(0, 12)) {
            for (int part = 1; part <= form.length(); part++) {
                final String start = "no:" + " ".repeat((16 << 10) - 4 - part) + " ";
                final int left = (16 << 10) - start.length();
                final String said = said(401, "", start + form + "!".repeat(100));
                assertSilent(form, said, left + " letters");
                assertTrue(said.contains("no:"), said);
            }
        }
    }

    @Test
    void shouldSayNoPartOfACredentialWhenAnItemsFailureRepeatsIt() throws Exception {
        for (final String form : forms()) {
            for (int before = 60 - form.length(); before <= 61; before += 7) {
                final String text = json("-".repeat(Math.max(0, before)) + form);
                final String late = json("-".repeat(500 - 60 + before) + form);
                for (final String item : List.of(
                        "\"status\":422,\"problem\":{\"code\":" + text + ",\"detail\":" + late + "}",
                        "\"status\":500,\"problem\":{\"title\":" + text + "}",
                        "\"status\":200,\"value\":{" + text + ":{\"a\":1}," + text.toUpperCase() + ":2,"
                                + text.toLowerCase() + ":3}")) {
                    final String said =
                            said(207, "Content-Type: application/json\r\n", "{\"items\":[{\"id\":7," + item + "}]}");
                    if (!said.startsWith("[found")) { // what is found is data, and nothing of it is changed
                        assertSilent(form, said, "from " + before);
                    }
                }
            }
        }
    }

    @Test
    void shouldSayNoPartOfACredentialWhenAHeaderRepeatsIt() throws Exception {
        for (final String form : forms()) {
            if (StandardCharsets.US_ASCII.newEncoder().canEncode(form)) {
                for (int before = 0; before <= 61; before += 5) {
                    final String type = "a/" + "b".repeat(before) + form;
                    final String said = said(200, "Content-Type: " + type + "\r\n", "{}");
                    assertSilent(form, said, "from " + before);
                    assertSilent(form.toLowerCase(), said, "from " + before);
                }
            }
        }
    }

    @Test
    void shouldShowWhatIsNoSecret() throws Exception {
        final String said = said(401, "", "who is\n " + PASSWORD + " and bob?");
        assertTrue(said.startsWith("Away[reason=it answered 401: who is *** and bob?"), said);
    }
}
