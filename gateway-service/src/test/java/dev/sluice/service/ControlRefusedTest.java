package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who may not have a running gateway do anything, and what is left of that in the audit. */
class ControlRefusedTest {

    private static final String PAUSE = "POST /control/pause HTTP/1.1";
    private static final String BEARER = "Authorization: Bearer " + Operated.TOKEN;
    private static final String JSON = "Content-Type: application/json";

    @TempDir
    private static Path directory;

    private static Operated operated;

    @BeforeAll
    static void start() throws Exception {
        operated = new Operated(directory, "");
    }

    @AfterAll
    static void stop() {
        operated.close();
    }

    /** Heads as browsers, pages and programs send them; a {@code ~} is the token. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            no token                  | 401 | POST pause | Host: localhost; Content-Type: application/json
            a wrong token             | 401 | POST pause | Host: localhost; Authorization: Bearer ~x; Content-Type: application/json
            the beginning of it       | 401 | POST pause | Host: localhost; Authorization: Bearer a-token; Content-Type: application/json
            Basic                     | 401 | POST pause | Host: localhost; Authorization: Basic ~; Content-Type: application/json
            a cookie                  | 401 | POST pause | Host: localhost; Cookie: token=~; Content-Type: application/json
            two tokens                | 401 | POST pause | Host: localhost; Authorization: Bearer ~; Authorization: Bearer x; Content-Type: application/json
            another origin            | 403 | POST pause | Host: localhost; Origin: https://evil.example; Authorization: Bearer ~; Content-Type: application/json
            another port of this host | 403 | POST pause | Host: localhost:9464; Origin: http://localhost:8080; Authorization: Bearer ~; Content-Type: application/json
            a page in a sandbox       | 403 | POST pause | Host: localhost; Origin: null; Authorization: Bearer ~; Content-Type: application/json
            a form of a page          | 403 | POST pause | Host: localhost; Origin: https://evil.example; Content-Type: application/x-www-form-urlencoded
            a script's question first | 403 | OPTIONS pause | Host: localhost; Origin: https://evil.example; Access-Control-Request-Method: POST
            a form, with the token    | 415 | POST pause | Host: localhost; Authorization: Bearer ~; Content-Type: application/x-www-form-urlencoded
            plain text                | 415 | POST pause | Host: localhost; Authorization: Bearer ~; Content-Type: text/plain
            no type                   | 415 | POST pause | Host: localhost; Authorization: Bearer ~
            a rebound name            | 403 | POST pause | Host: evil.example:9464; Authorization: Bearer ~; Content-Type: application/json
            a name like an address    | 403 | POST pause | Host: 127.0.0.1.evil.example; Authorization: Bearer ~; Content-Type: application/json
            no name                   | 403 | POST pause | Host:; Authorization: Bearer ~; Content-Type: application/json
            GET                       | 405 | GET pause  | Host: localhost; Authorization: Bearer ~
            HEAD                      | 405 | HEAD orders | Host: localhost; Authorization: Bearer ~
            orders without a token    | 401 | GET orders | Host: localhost
            another act               | 400 | POST unload | Host: localhost; Authorization: Bearer ~; Content-Type: application/json
            an act below another      | 400 | POST pause/ | Host: localhost; Authorization: Bearer ~; Content-Type: application/json
            """)
    void shouldRefuseAndDoNothing(String who, int status, String asked, String heads) throws Exception {
        final String[] line = asked.split(" ");
        final String answer = operated.raw(
                line[0] + " /control/" + line[1] + " HTTP/1.1\r\n"
                        + heads.replace("~", Operated.TOKEN).replace("; ", "\r\n"),
                "{}");
        assertTrue(answer.startsWith("HTTP/1.1 " + status + " "), answer);
        assertFalse(answer.contains("Access-Control-Allow"), answer);
        assertEquals("nothing is ordered", operated.ctl("orders").text());
        final List<String> audit = operated.auditLines();
        final String last = audit.get(audit.size() - 1);
        assertTrue(last.contains("from 127.0.0.1: \"" + line[1] + "\": refused: " + status + " "), last);
        assertFalse(String.join("\n", audit).contains(Operated.TOKEN));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            [] | no JSON object
            {" | no JSON
            {"who": {"a": 1}} | no text, no number
            {"lanes": 1} | pause takes no 'lanes'
            """)
    void shouldRefuseABodyThatSaysNothing(String body, String why) throws Exception {
        final String answer = operated.raw(PAUSE + "\r\nHost: localhost\r\n" + BEARER + "\r\n" + JSON, body);
        assertTrue(answer.startsWith("HTTP/1.1 400 ") && answer.contains(why), answer);
        assertEquals("nothing is ordered", operated.ctl("orders").text());
    }

    @Test
    void shouldRefuseABodyThatIsLarge() throws Exception {
        final String body = "{\"reason\": \"" + "x".repeat(8 << 10) + "\"}";
        final String answer = operated.raw(PAUSE + "\r\nHost: localhost\r\n" + BEARER + "\r\n" + JSON, body);
        assertTrue(answer.startsWith("HTTP/1.1 400 ") && answer.contains("larger than 8192 bytes"), answer);
        assertEquals("nothing is ordered", operated.ctl("orders").text());
    }

    /** A page of this server's own, and a port-forward. */
    @ParameterizedTest
    @CsvSource({"localhost:9999", "127.0.0.1:80", "[::1]:9464", "10.1.2.3"})
    void shouldTakeItsOwnOriginUnderAnyAddress(String host) throws Exception {
        final String answer = operated.raw(
                "GET /control/orders HTTP/1.1\r\nHost: " + host + "\r\nOrigin: http://" + host + "\r\n" + BEARER, "");
        assertTrue(answer.startsWith("HTTP/1.1 200 ") && answer.contains("{\"orders\":[]}"), answer);
    }

    @Test
    void shouldLeaveOneLineOfEachActWhateverItsCallerSays() throws Exception {
        final int before = operated.auditLines().size();
        final String body =
                "{\"who\": \"anna\\\" from 10.0.0.1: stop\\n2026-01-01 by root\", \"name\": \"cust\\u001b[2Jomer\\u202e\","
                        + " \"reason\": \"\\r\\nlater\\u2028\"}";
        final String answer =
                operated.raw("POST /control/hold HTTP/1.1\r\nHost: localhost\r\n" + BEARER + "\r\n" + JSON, body);
        assertTrue(answer.startsWith("HTTP/1.1 409 "), answer);
        final List<String> lines = operated.auditLines();
        assertEquals(before + 1, lines.size());
        final String line = lines.get(before);
        assertTrue(
                line.matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d) operated by .*"),
                line);
        assertTrue(
                line.contains("by \"anna\\\" from 10.0.0.1: stop?2026-01-01 by root\" from 127.0.0.1: hold name="),
                line);
        assertTrue(line.contains("\"cust?[2Jomer?\": refused: ") && line.endsWith("; reason \"??later?\""), line);
    }
}
