package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueOptions;
import dev.sluice.api.Requests;
import dev.sluice.client.GatewayClient;
import dev.sluice.service.core.StoppedException;
import dev.sluice.service.look.Look;
import dev.sluice.service.look.Queues;
import dev.sluice.testsupport.PostgresOptions;
import dev.sluice.testsupport.PostgresServer;
import dev.sluice.transport.Lane;
import dev.sluice.transport.Transports;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.hawkular.agent.prometheus.types.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What is seen of a running gateway over HTTP: health and metrics, beside what it was asked. */
class ObservedGatewayTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final String SECRET = "canary-7f3a";
    /** Two texts that jobs send, without their values. */
    private static final String SELECT = "SELECT ? FROM customer WHERE id = ?";

    @RegisterExtension
    private final ServedQueues served = ServedQueues.declaring("""
                    lookups:
                      customer: {sql: 'SELECT name FROM customer WHERE id = ?', types: [long], reads: [customer]}
                      cached:
                        sql: SELECT name FROM customer WHERE id = ?
                        types: [long]
                        reads: [customer]
                        cache: {entries: 10}
                      divide: {sql: 'SELECT 1 / id FROM customer WHERE id = ?', types: [long], reads: [customer]}
                    statements:
                      rename: {sql: 'UPDATE customer SET name = ? WHERE id = ?', types: [text, long], writes: [customer]}
                    """)
            .named("seen")
            .database("adHoc: true, connectionTimeout: 1s, backoff: 10ms, maxBackoff: 200ms")
            .having(
                    "CREATE TABLE customer (id BIGINT PRIMARY KEY, name VARCHAR(20))",
                    "INSERT INTO customer SELECT i, 'n' FROM UNNEST(SEQUENCE_ARRAY(0, 19, 1)) t(i)");

    @Test
    void shouldCountWhatWasAskedWhenPrometheusReadsTheMetrics() throws Exception {
        final RunningGateway gateway = start("port: 0");
        final GatewayClient client = served.client();
        askOfEverything(client);
        Awaitility.await().until(() -> MetricsPage.of(gateway.health()).value("sluice_requests_in_hand") == 0);
        final MetricsPage page = MetricsPage.of(gateway.health());

        assertEquals(30, page.value("sluice_requests_total", "name", "customer", "gateway", "seen"));
        assertEquals(20, page.value("sluice_results_total", "name", "customer", "outcome", "rows"));
        assertEquals(10, page.value("sluice_results_total", "name", "customer", "outcome", "not_found"));
        assertEquals(5, page.value("sluice_results_total", "name", "rename", "outcome", "updated"));
        assertEquals(1, page.value("sluice_results_total", "name", "divide", "outcome", "failed"));
        assertEquals(1, page.value("sluice_failures_total", "name", "divide", "kind", "rejected"));
        assertEquals(2, page.value("sluice_results_total", "name", SELECT, "outcome", "rows"));
        assertEquals(0, page.value("sluice_requests_total", "name", "sql"));
        assertEquals(1, page.value("sluice_failures_total", "name", "(refused)", "kind", "invalid"));
        assertEquals(
                Set.of("customer", "cached", "divide", "rename", SELECT, "sql", "(refused)"),
                page.labels("sluice_requests_total", "name"));
        assertEquals(1, page.value("sluice_cache_hits_total", "name", "cached"));
        assertEquals(1, page.value("sluice_cache_misses_total", "name", "cached"));

        assertTimes(page, "customer", 30, 30);
        assertTimes(page, "rename", 5, 5);
        assertTimes(page, "cached", 1, 2);
        assertTimes(page, SELECT, 2, 2);
        assertTimes(page, "(refused)", 0, 1);
        final Histogram updates = page.histogram("sluice_call_requests", "backend", "main", "kind", "update");
        assertEquals(5, updates.getSampleSum());
        assertEquals(41, page.histogram("sluice_chunk_requests").getSampleSum());
        assertTrue(page.value("sluice_calls_total", "backend", "main", "kind", "read") >= 1);
        assertTrue(page.value("sluice_trips_total", "backend", "main") >= 2);
        assertEquals(1, page.value("sluice_backend_up", "backend", "main"));
        assertEquals(0, page.value("sluice_outages_total", "backend", "main"));
        assertEquals(0, page.value("sluice_backlog_requests"));
        assertEquals(0, page.value("sluice_backlog_seconds"));
        assertEquals(1 << 20, page.value("sluice_disk_reserve_bytes"));
        assertTrue(page.value("sluice_disk_usable_bytes") > 1 << 20);
        assertTrue(page.value("sluice_queue_bytes", "queue", "in") > 0);
        final double age = page.value("sluice_checkpoint_age_seconds", "backend", "main");
        assertTrue(age >= 0 && age < PATIENCE.toSeconds(), "age " + age);
        assertTrue(MetricsPage.get(gateway.health(), "/state").body().contains("\"results\":41"));
    }

    @Test
    void shouldNameSqlWithoutItsValuesWhenTheStatusIsAsked() throws Exception {
        final String queues = served.queues().toString();
        final RunningGateway gateway = start("port: 0");
        final GatewayClient client = served.client();
        client.requests().executeQuery("SELECT 1 / (id - id) FROM customer WHERE name <> '" + SECRET + "'");
        served.results();
        try (Lane lane = Transports.of(queues).openExisting(queues, QueueOptions.DEFAULTS)) {
            final Queues.Recent recent = new Look(lane, List::of, InstantSource.system(), 10, 0)
                    .now()
                    .recent();
            final String name = "SELECT ? / (id - id) FROM customer WHERE name <> ?";
            assertEquals(name, recent.calls().orElseThrow().smallest());
            assertEquals(name, recent.lastFailures().get(0).name(), gateway::toString);
        }
    }

    @Test
    void shouldHaveEveryMetricOfTheManualAndNoOtherWhenAGatewayRuns() throws Exception {
        final Set<String> told = new TreeSet<>();
        final Matcher row = Pattern.compile("(?m)^\\| `([a-z_]+)`")
                .matcher(Files.readString(Path.of("../docs/reference/metrics.md")));
        while (row.find()) {
            assertTrue(told.add(row.group(1)), row.group(1) + " stands there twice");
        }
        final RunningGateway gateway = start("port: 0");
        Awaitility.await().until(() -> status(gateway, "/health/started") == 200);

        assertEquals(told, MetricsPage.of(gateway.health()).names());
    }

    @Test
    void shouldNotBeReadyAndSayWhyWhenADatabaseIsAwayAndBeReadyAgainWhenItIsBack() throws Exception {
        try (PostgresServer database = PostgresServer.open(PostgresOptions.fast())) {
            served.at(database.jdbcUrl(), database.user())
                    .database()
                    .execute(
                            "CREATE TABLE customer (id BIGINT PRIMARY KEY, name VARCHAR(20))",
                            "INSERT INTO customer SELECT i, 'n' FROM generate_series(0, 19) i");
            final RunningGateway gateway = start("port: 0");
            final GatewayClient client = served.client();
            client.requests().lookup("customer", 1L);
            served.results();
            assertEquals(200, status(gateway, "/health/ready"));
            database.stop();
            client.requests().lookup("customer", 2L);
            Awaitility.await().atMost(PATIENCE).until(() -> status(gateway, "/health/ready") == 503);

            final String why =
                    MetricsPage.get(gateway.health(), "/health/ready").body();
            assertTrue(why.contains("\"status\":\"down\"") && why.contains("\"about\":\"main\""), why);
            assertTrue(why.contains(", 1 request waits for it: "), why);
            assertEquals(200, status(gateway, "/health/live"));
            assertEquals(200, status(gateway, "/health/started"));
            final MetricsPage away = MetricsPage.of(gateway.health());
            assertEquals(0, away.value("sluice_backend_up", "backend", "main"));
            assertEquals(1, away.value("sluice_outages_total", "backend", "main"));
            assertEquals(1, away.value("sluice_backlog_requests"));
            assertTrue(away.value("sluice_backlog_seconds") > 0);
            assertTrue(away.value("sluice_call_retries_total", "backend", "main", "reason", "unavailable") >= 1);

            database.start();
            Awaitility.await().atMost(PATIENCE).until(() -> status(gateway, "/health/ready") == 200);
            served.results();
            assertEquals(1, MetricsPage.of(gateway.health()).value("sluice_backend_up", "backend", "main"));
            served.stop();
        }
    }

    @Test
    void shouldAnswerOnlyThoseWhoSendTheTokenWhenOneIsSet() throws Exception {
        final RunningGateway gateway = start("port: 0, address: 0.0.0.0, token: " + SECRET + "");
        final URI here = URI.create("http://127.0.0.1:" + gateway.health().getPort() + "/");
        Awaitility.await()
                .until(() -> MetricsPage.get(here, "/health/ready", "Authorization", "Bearer " + SECRET)
                                .statusCode()
                        == 200);
        for (final String path : new String[] {"/metrics", "/health/live", "/state", "/summary", "/none"}) {
            assertEquals(401, MetricsPage.get(here, path).statusCode());
            final HttpResponse<String> wrong = MetricsPage.get(here, path, "Authorization", "Bearer " + SECRET + "x");
            assertEquals(401, wrong.statusCode());
            assertEquals(
                    "Bearer", wrong.headers().firstValue("WWW-Authenticate").orElse(""));
        }
        final HttpResponse<String> page = MetricsPage.get(here, "/metrics", "Authorization", "bearer " + SECRET);
        assertEquals(200, page.statusCode());
        assertFalse(page.body().contains(SECRET));
    }

    @Test
    void shouldNotStartAndSayWhyWhenThePortIsInUse() throws Exception {
        try (ServerSocket taken = new ServerSocket(0)) {
            final StoppedException refused =
                    assertThrows(StoppedException.class, () -> start("port: " + taken.getLocalPort()));

            assertTrue(refused.getMessage().contains("127.0.0.1 port " + taken.getLocalPort()), refused.getMessage());
            assertTrue(refused.getMessage().contains("set another health.port"), refused.getMessage());
        }
        start("port: 0"); // nothing stayed open or locked
    }

    private void askOfEverything(GatewayClient client) throws Exception {
        final Requests requests = client.requests();
        for (int i = 0; i < 30; i++) {
            requests.lookup("customer", (long) i);
        }
        for (int i = 0; i < 5; i++) {
            requests.executeUpdate("rename", "x", (long) i);
        }
        requests.lookup("divide", 0L);
        requests.executeQuery("SELECT 1 FROM customer WHERE id = 1");
        requests.executeQuery("SELECT 2 FROM customer WHERE id = 1");
        requests.lookup("custmer", 1L);
        requests.lookup("cached", 1L);
        served.results();
        requests.lookup("cached", 1L);
        served.results();
    }

    private static void assertTimes(MetricsPage page, String name, int called, int written) {
        assertEquals(
                called,
                page.histogram("sluice_request_waited_seconds", "name", name).getSampleCount());
        assertEquals(
                called,
                page.histogram("sluice_request_in_call_seconds", "name", name).getSampleCount());
        final Histogram total = page.histogram("sluice_request_seconds", "name", name);
        assertEquals(written, total.getSampleCount());
        assertTrue(total.getSampleSum() > 0 && total.getSampleSum() < written * PATIENCE.toSeconds());
        assertEquals(
                written, total.getBuckets().get(total.getBuckets().size() - 1).getCumulativeCount());
    }

    private static int status(RunningGateway gateway, String path) throws Exception {
        return MetricsPage.get(gateway.health(), path).statusCode();
    }

    private RunningGateway start(String health) {
        return served.start("health: {" + health + "}\n" + served.yaml());
    }
}
