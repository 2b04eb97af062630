package dev.sluice.replay.golden;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sluice.api.QueueOptions;
import dev.sluice.api.RequestKind;
import dev.sluice.api.Requests;
import dev.sluice.api.Results;
import dev.sluice.client.GatewayClient;
import dev.sluice.internal.queue.InputWriter;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.replay.AllKinds;
import dev.sluice.service.RunningGateway;
import dev.sluice.service.config.GatewayConfig;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;

/** Queues with requests and results of all kinds, made by a gateway over a database and a service; two requests wait. */
final class GoldenQueues implements AutoCloseable {

    static final int WAITING = 2;
    static final QueueOptions OPTIONS = new QueueOptions(
            "FAST_DAILY",
            1 << 20,
            1 << 20,
            1 << 16,
            QueueOptions.DEFAULTS.syncMode(),
            QueueOptions.DEFAULTS.group(),
            1);

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final String url = "jdbc:hsqldb:mem:" + UUID.randomUUID();
    private final Connection connection;
    private final HttpServer service;

    GoldenQueues() throws SQLException, IOException {
        connection = DriverManager.getConnection(url, "SA", "");
        sql("CREATE TABLE customer (id BIGINT PRIMARY KEY, name VARCHAR(50), city VARCHAR(50), credit DECIMAL(9, 2))");
        for (int id = 1; id <= 9; id++) {
            sql("INSERT INTO customer VALUES (" + id + ", 'name " + id + "', 'Malmö', " + id + ".50)");
        }
        sql(
                "CREATE TABLE kinds (id BIGINT PRIMARY KEY, a BOOLEAN, b DOUBLE, c DECIMAL(20, 5), d VARBINARY(9), e DATE, f TIME,"
                        + " g TIMESTAMP, h TIMESTAMP WITH TIME ZONE, i UUID, j INTERVAL DAY TO SECOND, k CLOB)");
        sql("INSERT INTO kinds VALUES (1, TRUE, 1.5E0, -12.34500, X'00FF', DATE '2026-02-28', TIME '23:59:58',"
                + " TIMESTAMP '2026-02-28 23:59:58.123456', TIMESTAMP '2026-02-28 23:59:58.5+01:00',"
                + " '00112233-4455-6677-8899-aabbccddeeff', INTERVAL '1 02:03:04' DAY TO SECOND, 'long')");
        sql("INSERT INTO kinds (id) VALUES (2)");
        service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        service.createContext("/", GoldenQueues::serve);
        service.start();
    }

    private void sql(String text) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(text);
        }
    }

    /** Items whose key or payload says "no" are refused, what says "none" is not there. */
    private static void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            final ObjectNode response = MAPPER.createObjectNode();
            final ArrayNode items = response.putArray("items");
            for (final JsonNode item :
                    MAPPER.readTree(exchange.getRequestBody()).get("items")) {
                final String text = item.toString();
                final ObjectNode answer = items.addObject();
                answer.set("id", item.get("id"));
                final int status = text.contains("\"none\"") ? 404 : text.contains("\"no\"") ? 422 : 200;
                answer.put("status", status);
                if (status == 200) {
                    answer.putObject(item.has("payload") ? "reply" : "value")
                            .put("number", 17)
                            .put("rate", new BigDecimal("1.50"))
                            .put("text", "Ärger");
                }
            }
            final byte[] body = MAPPER.writeValueAsBytes(response);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(207, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private GatewayConfig config(Path queues) {
        return GatewayConfig.parse(
                yaml(queues, url) + """
                  kinds: {database: main, sql: 'SELECT * FROM kinds WHERE id = ?', types: [long], reads: [kinds]}
                  anything: {database: main, sql: 'VALUES (17)', types: [], reads: []}
                  rate: {service: crm}
                services: {crm: {url: 'http://localhost:%d'}}
                endpoints: {letters: {service: crm}}
                statements:
                  all: {database: main, sql: 'SELECT id, name FROM customer ORDER BY id', types: []}
                  move: {database: main, sql: 'UPDATE customer SET city = ? WHERE id = ?', types: [text, long]}
                  add: {database: main, sql: 'INSERT INTO customer (id, name) VALUES (?, ?)', types: [long, text]}
                """.formatted(service.getAddress().getPort()), Path.of(""), name -> null);
    }

    /** The configuration for the two requests that wait. */
    static String yaml(Path queues, String database) {
        return """
                name: golden
                queues: {path: '%s', diskReserve: 1MB}
                databases: {main: {url: '%s', user: SA}}
                lookups:
                  customer: {database: main, sql: 'SELECT id, name, city, credit FROM customer WHERE id = ?', types: [long], reads: [customer]}
                """.formatted(queues, database);
    }

    void make(Path queues) {
        try (GatewayClient client =
                        GatewayClient.builder(queues).options(OPTIONS).open();
                RunningGateway gateway = RunningGateway.start(config(queues))) {
            ask(client.requests());
            client.awaitAll(Results.ignored(), Duration.ofSeconds(60));
            assertTrue(gateway.alive());
        }
        try (QueuePair pair = QueuePair.open(queues, OPTIONS);
                InputWriter writer = pair.newWriter("late")) {
            for (long id = 1; id <= WAITING; id++) {
                writer.append(RequestKind.LOOKUP, Map.of("job", "letters", "item", "item " + id), "customer", id);
            }
        }
    }

    private static void ask(Requests requests) {
        for (long id = 1; id <= 10; id++) {
            requests.lookup("customer", id);
            requests.executeUpdate("move", "Ghent", id);
            requests.lookup("rate", id);
        }
        requests.lookup("kinds", 1L);
        requests.lookup("kinds", 2L);
        requests.executeQuery("all");
        requests.executeUpdate("add", 11L, "Ada");
        requests.executeUpdate("add", 11L, "twice");
        requests.executeUpdate("add", "seventeen", 1L);
        requests.lookup("rate", "none");
        requests.lookup("rate", "no");
        requests.send("letters", "{\"contract\": 4711}");
        requests.send("letters", "\"no\"");
        requests.lookup("nobody", 1L);
        AllKinds.VALUES.forEach(value -> requests.lookup("anything", value));
    }

    @Override
    public void close() throws SQLException {
        service.stop(0);
        connection.close();
    }
}
