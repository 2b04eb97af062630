package dev.sluice.examples.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The server as its clients see it, over a database in memory. */
class LookupServerTest {

    private static final String URL = "jdbc:hsqldb:mem:lookup-server";
    private static final JsonMapper JSON = new JsonMapper();

    private final HttpClient client = HttpClient.newHttpClient();
    private TableLookup table;
    private Connection database;
    private LookupServer server;

    @BeforeEach
    void start() throws IOException, SQLException {
        database = DriverManager.getConnection(URL, "SA", "");
        execute(
                "CREATE TABLE customer (id BIGINT PRIMARY KEY, first_name VARCHAR(50), born DATE, score DECIMAL(9, 2))");
        execute("INSERT INTO customer VALUES (1, 'Zoë \"Z\"', DATE '1990-01-31', 1.50), (2, '田中', NULL, NULL)");
        table = TableLookup.of("customer:id:first_name,born,score", new TableLookup.Database(URL, "SA", ""));
        server = LookupServer.start(0, 4, Map.of("customer", table), Set.of("orders"));
    }

    @AfterEach
    void stop() throws SQLException {
        server.close();
        table.close();
        execute("DROP SCHEMA PUBLIC CASCADE");
        database.close();
    }

    @Test
    void shouldAnswerEachItemByItselfWhenSomeAreNotFoundOrAtFault() throws Exception {
        final HttpResponse<String> response = post("/customer:lookup", """
                {"items":[{"id":"a","key":2},{"id":"b","key":99},{"id":"c","key":1},{"id":"d","key":"1"},{"id":"e"},
                          {"id":"f","key":1.0},{"id":"g","key":99999999999999999999},{"id":7,"key":1}]}""");

        assertEquals(207, response.statusCode());
        assertEquals(
                "application/json",
                response.headers().firstValue("Content-Type").orElseThrow());
        assertEquals(JSON.readTree("""
                {"items":[
                  {"id":"a","status":200,"value":{"first_name":"田中","born":null,"score":null}},
                  {"id":"b","status":404},
                  {"id":"c","status":200,"value":{"first_name":"Zoë \\"Z\\"","born":"1990-01-31","score":1.50}},
                  {"id":"d","status":422,"problem":{"title":"unprocessable item",
                    "detail":"its key must be a whole number, but is \\"1\\""}},
                  {"id":"e","status":422,"problem":{"title":"unprocessable item","detail":"it has no 'key'"}},
                  {"id":"f","status":422,"problem":{"title":"unprocessable item",
                    "detail":"its key must be a whole number, but is 1.0"}},
                  {"id":"g","status":422,"problem":{"title":"unprocessable item",
                    "detail":"its key must be a whole number, but is 99999999999999999999"}},
                  {"id":7,"status":200,"value":{"first_name":"Zoë \\"Z\\"","born":"1990-01-31","score":1.50}}]}"""), JSON.readTree(response.body()));
    }

    @Test
    void shouldAnswerOneWhenItIsAskedByItself() throws Exception {
        final HttpResponse<String> found = get("/customer/2");
        assertEquals(200, found.statusCode());
        assertEquals("{\"first_name\":\"田中\",\"born\":null,\"score\":null}", found.body());
        assertProblem(404, "there is no customer 99", get("/customer/99"));
        assertProblem(400, "the key must be a whole number", get("/customer/x"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/customer:lookup | 400 | must be an object with an array 'items' | []",
                "/customer:lookup | 400 | must be an object with an array 'items' | {\"items\":{}}",
                "/customer:lookup | 400 | is not JSON | {\"items\":[",
                "/customer:lookup | 400 | is not JSON | {\"items\":[]} x",
                "/customer:lookup | 400 | is not JSON | {\"items\":[], \"items\":[]}",
                "/customer:lookup | 400 | item 0 needs an 'id' | {\"items\":[{\"key\":1}]}",
                "/customer:lookup | 400 | a string or a whole number | {\"items\":[{\"id\":1.5,\"key\":1}]}",
                "/customer:lookup | 400 | the id 7 occurs twice | {\"items\":[{\"id\":7,\"key\":1},{\"id\":7,\"key\":1}]}",
                "/customer:lookup | 400 | \"a\" occurs twice | {\"items\":[{\"id\":\"a\",\"key\":1},{\"id\":\"a\",\"key\":2}]}",
                "/nothing:lookup | 404 | there is nothing at /nothing:lookup | {\"items\":[]}",
                "/customer/1 | 405 | only GET is allowed | {}",
            })
    void shouldRefuseTheWholeCallWhenItCannotBeUnderstood(String path, int status, String detail, String body)
            throws Exception {
        assertProblem(status, detail, post(path, body));
    }

    @Test
    void shouldRefuseWhatIsTooLargeOrNotJson() throws Exception {
        assertProblem(413, "more than", post("/customer:lookup", " ".repeat((4 << 20) + 1)));
        assertProblem(413, "1001 items", post("/customer:lookup", items(1001)));
        final HttpResponse<String> form = send(HttpRequest.newBuilder(uri("/customer:lookup"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString("id=1")));
        assertProblem(415, "application/json", form);
        final HttpResponse<String> get = get("/customer:lookup");
        assertProblem(405, "only POST is allowed", get);
        assertEquals("POST", get.headers().firstValue("Allow").orElseThrow());
    }

    @Test
    void shouldSayThatItIsAwayAndComeBackWhenTheDatabaseIs() throws Exception {
        execute("ALTER TABLE customer RENAME TO gone");
        final HttpResponse<String> away = post("/customer:lookup", items(3));
        assertProblem(503, "the database does not answer", away);
        assertEquals("1", away.headers().firstValue("Retry-After").orElseThrow());
        execute("ALTER TABLE gone RENAME TO customer");
        assertEquals(207, post("/customer:lookup", items(3)).statusCode());
    }

    @Test
    void shouldTakeAnEventOnceWhenItComesAgain() throws Exception {
        final String both = """
                {"items":[{"id":"1","idempotencyKey":"k1","payload":{"n":1}},{"id":"2","idempotencyKey":"k2","payload":2}]}""";
        final HttpResponse<String> first = post("/orders", both);
        assertEquals(207, first.statusCode());
        assertEquals(JSON.readTree("""
                {"items":[{"id":"1","status":200,"reply":{"number":1}},{"id":"2","status":200,"reply":{"number":2}}]}"""), JSON.readTree(first.body()));
        assertEquals(first.body(), post("/orders", both).body());
        final JsonNode faulty = JSON.readTree(post("/orders", """
                {"items":[{"id":"1","payload":1},{"id":"2","idempotencyKey":"k3"},{"id":"3","idempotencyKey":"k4","payload":null}]}""").body());
        assertEquals("[422, 422, 200]", faulty.findValues("status").toString());
        assertEquals(
                JSON.readTree("{\"calls\":3,\"items\":7,\"distinct\":3}"),
                JSON.readTree(get("/counts").body()).get("orders"));
    }

    @Test
    void shouldCountWhatWasAsked() throws Exception {
        post("/customer:lookup", items(5));
        get("/customer/1");
        assertEquals(
                JSON.readTree("{\"calls\":2,\"items\":6}"),
                JSON.readTree(get("/counts").body()).get("customer"));
    }

    private static String items(int count) {
        final StringBuilder items = new StringBuilder("{\"items\":[");
        for (int i = 0; i < count; i++) {
            items.append(i == 0 ? "" : ",")
                    .append("{\"id\":\"")
                    .append(i)
                    .append("\",\"key\":")
                    .append(i)
                    .append('}');
        }
        return items.append("]}").toString();
    }

    private static void assertProblem(int status, String detail, HttpResponse<String> response) throws IOException {
        assertEquals(status, response.statusCode(), response.body());
        assertEquals(
                "application/problem+json",
                response.headers().firstValue("Content-Type").orElseThrow());
        final JsonNode problem = JSON.readTree(response.body());
        assertEquals(status, problem.get("status").intValue());
        assertTrue(problem.get("detail").textValue().contains(detail), response.body());
    }

    private HttpResponse<String> post(String path, String body) throws Exception {
        return send(HttpRequest.newBuilder(uri(path))
                .header("Content-Type", "application/json; charset=utf-8")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    private HttpResponse<String> get(String path) throws Exception {
        return send(HttpRequest.newBuilder(uri(path)));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + server.port() + path);
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = database.createStatement()) {
            statement.execute(sql);
        }
    }
}
