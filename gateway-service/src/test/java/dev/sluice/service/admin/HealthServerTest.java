package dev.sluice.service.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.service.MetricsPage;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.config.HealthConfig;
import dev.sluice.service.core.BackendState;
import dev.sluice.service.core.BackendState.Condition;
import dev.sluice.service.core.GatewayCounts;
import dev.sluice.service.look.Status.Need;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the server says of a gateway in every state it can be in. */
class HealthServerTest {

    private static final HealthConfig ANY_PORT = new HealthConfig("127.0.0.1", 0, Optional.empty());
    private static final long NOW = 1_000_000_000_000L;

    private GatewayConfig config = config("target");
    private GatewayCounts counts = new GatewayCounts(List.of());
    private Optional<String> holdsUp = Optional.empty();
    private boolean stopping;
    private boolean full;

    private Optional<String> failure = Optional.empty();

    @BeforeEach
    void work() {
        turn(NOW);
    }

    @Test
    void shouldBeAliveAndNeitherStartedNorReadyWhenTheGatewayIsBeingOpened() throws Exception {
        try (HealthServer server = HealthServer.start(ANY_PORT)) {
            assertEquals(200, MetricsPage.get(server.uri(), "/health/live").statusCode());
            for (final String path : List.of("/health/started", "/health/ready", "/metrics")) {
                final HttpResponse<String> response = MetricsPage.get(server.uri(), path);
                assertEquals(503, response.statusCode());
                assertTrue(response.body().contains("it is opening its queues"), response.body());
            }
            turn(System.nanoTime());
            server.show(lanes());
            assertEquals(200, MetricsPage.get(server.uri(), "/health/started").statusCode());
            assertEquals(
                    "{\"status\":\"up\",\"reasons\":[]}\n",
                    MetricsPage.get(server.uri(), "/health/ready").body());
            assertEquals(404, MetricsPage.get(server.uri(), "/metric").statusCode());
            for (final String gone : List.of("/top", "/events", "/summary")) {
                final HttpResponse<String> response = MetricsPage.get(server.uri(), gone);
                assertEquals(410, response.statusCode());
                assertTrue(
                        response.body().matches(gone + " is gone: use .*/(status|state|metrics).*\n"), response.body());
            }
        }
    }

    @Test
    void shouldBeDownWithAReasonWhenTheServiceThreadHangs() {
        turn(NOW - Health.LONGEST_TURN.toNanos());
        assertEquals(List.of(), live().needs());
        turn(NOW - Health.LONGEST_TURN.toNanos() - 1);
        assertEquals(List.of("gateway: its service thread has made no progress for 30 s"), said(live()));
        assertTrue(!live().up() && !ready().up());
    }

    /** The needs without what to do, which each has. */
    private static List<String> said(Health health) {
        health.needs().forEach(need -> assertTrue(!need.act().isEmpty(), need.why()));
        return health.needs().stream().map(Need::sentence).toList();
    }

    @Test
    void shouldBeAliveAndNotReadyWhenItStopsOrTheDiskIsFull() {
        stopping = true;
        full = true;
        assertTrue(live().up() && !ready().up());
        assertEquals(
                List.of("gateway", "disk"),
                ready().needs().stream().map(Need::about).toList());
    }

    @Test
    void shouldBeAliveAndNotReadyWhenAnOperatorHasPausedIt() {
        holdsUp = Optional.of("paused: sluice ctl resume");
        assertEquals(List.of(Need.trouble("gateway", "paused: sluice ctl resume")), ready().needs());
        assertTrue(live().up() && !ready().up());
    }

    @Test
    void shouldBeReadyAndSayWhatIsSlowWhenABackendAsksForFewerCalls() {
        counts.backends(List.of(new BackendState("crm", Condition.SLOWED, NOW, 0, "429", 3)));
        assertTrue(ready().up());
        assertEquals(List.of("crm: asked for fewer calls: 429"), said(ready()));
    }

    @Test
    void shouldNameTheBackendItsOutageAndWhatWaitsWhenOneIsAway() {
        counts.backends(List.of(new BackendState("crm", Condition.AWAY, NOW - 2_500_000_000L, 4, "\"refused\"", 7)));
        assertEquals(List.of("crm: away for 2 s and 4 attempts, 7 requests wait for it: \"refused\""), said(ready()));
        assertTrue(!ready().up());
        counts.backends(List.of(new BackendState("crm", Condition.AWAY, NOW - 2_500_000_000L, 1, "refused", 1)));
        assertEquals(List.of("crm: away for 2 s and 1 attempt, 1 request waits for it: refused"), said(ready()));
    }

    @Test
    void shouldSayWhatDoesNotFitWhenAServiceDoesNotAnswerAsConfigured() {
        counts.backends(List.of(new BackendState("crm", Condition.MISFIT, NOW - 2_500_000_000L, 4, "no /status", 7)));
        assertEquals(
                List.of("crm: has answered, but not as configured, for 2 s, 7 requests wait for it: no /status"),
                said(ready()));
        assertTrue(!ready().up());
    }

    @Test
    void shouldNameTheBackendThatDoesNotAnswer() {
        counts.backends(List.of(new BackendState("crm", Condition.SILENT, NOW - 9_500_000_000L, 0, "", 7)));
        assertEquals(List.of("crm: has not answered a call for 9 s, 7 requests wait for it"), said(ready()));
        assertTrue(!ready().up());
    }

    @Test
    void shouldBeReadyWithoutALaneAndNotWhenOneThatIsItsOwnIsClosed() throws Exception {
        final ObservedLanes none = new ObservedLanes("seen", List.of(), new LaneMoves(), List.of());
        assertEquals(new Health(List.of()), Health.ready(Optional.of(none), NOW));
        assertTrue(Health.started(Optional.of(none)).up());
        final ObservedLanes closed =
                new ObservedLanes("seen", List.of(gateway()), new LaneMoves(), List.of("lane 3: gone"));
        assertEquals(
                new Health(List.of(Need.trouble("gateway", "lane 3: gone"))), Health.ready(Optional.of(closed), NOW));
        assertTrue(!Health.ready(Optional.of(closed), NOW).up());
        assertTrue(Health.live(Optional.of(closed), NOW).up());
        try (HealthServer server = HealthServer.start(ANY_PORT)) {
            server.show(none);
            assertTrue(!MetricsPage.get(server.uri(), "/metrics").body().contains("sluice_backlog_requests{"));
            server.show(lanes());
            assertTrue(MetricsPage.get(server.uri(), "/metrics").body().contains("sluice_backlog_requests{"));
        }
    }

    /** Counters of Micrometer's do not keep what they count. */
    @Test
    void shouldShowHowLanesCameAndWentForAsLongAsTheyAreCounted() throws Exception {
        final LaneMoves moves = new LaneMoves();
        moves.claimed("3");
        try (HealthServer server = HealthServer.start(ANY_PORT)) {
            server.show(new ObservedLanes("seen", List.of(gateway()), moves, List.of()));
            assertEquals(1, MetricsPage.of(server.uri()).value("sluice_lane_claims_total", "lane", "3"));
            System.gc();
            moves.claimed("3");
            moves.lost("3");
            moves.rebalanced();
            final MetricsPage page = MetricsPage.of(server.uri());
            assertEquals(2, page.value("sluice_lane_claims_total", "lane", "3"));
            assertEquals(1, page.value("sluice_lane_losses_total", "lane", "3"));
            assertEquals(1, page.value("sluice_rebalances_total"));
        }
    }

    @Test
    void shouldKeepAPageThatCanBeReadWhenNamesHaveOddCharacters() throws Exception {
        final String odd = "we\"ird\\ {na=me},\n ü 🙂";
        turn(System.nanoTime());
        counts = new GatewayCounts(List.of(odd, "plain"));
        try (HealthServer server = HealthServer.start(ANY_PORT)) {
            server.show(lanes());
            final HttpResponse<String> page = MetricsPage.get(server.uri(), "/metrics");
            assertTrue(page.body().contains("name=\"we\\\"ird\\\\ {na=me},\\n ü 🙂\""), page.body());
            assertTrue(MetricsPage.of(server.uri()).names().contains("sluice_requests_total"));
        }
    }

    @Test
    void shouldServeTheRestOfThePageWhenTheBacklogCannotBeReadJustNow() throws Exception {
        turn(System.nanoTime());
        config = config("nowhere");
        try (HealthServer server = HealthServer.start(ANY_PORT)) {
            server.show(lanes());
            final String page = MetricsPage.get(server.uri(), "/metrics").body();
            assertTrue(page.contains("sluice_backlog_requests{gateway=\"seen\"} NaN"), page);
            assertTrue(page.contains("sluice_requests_in_hand{gateway=\"seen\"} 0.0"), page);
            assertTrue(page.contains("sluice_quarantined_requests_total{gateway=\"seen\"} 2.0"), page);
        }
    }

    private static GatewayConfig config(String queues) {
        return GatewayConfig.parse("""
                name: seen
                queues: {path: '%s'}
                databases: {main: {url: 'jdbc:hsqldb:mem:seen'}}
                """.formatted(queues), Path.of(""), name -> null);
    }

    private Health live() {
        return Health.live(Optional.of(lanes()), NOW);
    }

    private Health ready() {
        return Health.ready(Optional.of(lanes()), NOW);
    }

    private ObservedLanes lanes() {
        return new ObservedLanes(config.name(), List.of(gateway()), new LaneMoves(), List.of());
    }

    /** A gateway that does nothing, in any state, and whose queues cannot be read. */
    private Observed gateway() {
        return new Observed(
                config,
                config.name(),
                "",
                counts,
                Map.of(),
                () -> 0,
                () -> 0,
                () -> {
                    throw new IllegalStateException("the queues are closed");
                },
                () -> stopping,
                () -> full,
                () -> failure,
                () -> holdsUp,
                NOW);
    }

    private void turn(long nanos) {
        counts.turn(nanos, 0, 2);
    }
}
