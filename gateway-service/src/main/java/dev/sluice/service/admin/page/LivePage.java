package dev.sluice.service.admin.page;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import dev.sluice.api.Position;
import dev.sluice.api.QueueException;
import dev.sluice.service.admin.Answer;
import dev.sluice.service.admin.HealthServer;
import dev.sluice.service.admin.Observed;
import dev.sluice.service.admin.ObservedLanes;
import dev.sluice.service.exchange.Json;
import dev.sluice.service.look.LaneLooks;
import dev.sluice.service.look.Life;
import dev.sluice.service.look.LifeText;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * The gateway's page: {@code /} for a browser, which {@code /events} keeps up to date, {@code /top} for a terminal, {@code /state}
 * for programs, {@code /request} for one request's life. It reads and changes nothing.
 */
public final class LivePage implements AutoCloseable {

    private static final String HTML = "text/html; charset=utf-8";
    private static final int VIEWERS = HealthServer.VIEWERS;
    /** The server closes answers that take ten seconds: browsers ask for the next one by themselves. */
    private static final int EVENTS = 8;

    private static final long PERIOD_MILLIS = 1_000;
    private static final long KEPT_NANOS = TimeUnit.MILLISECONDS.toNanos(400);

    private final HealthServer server;
    private final String gateway;
    private final boolean showsRequests;
    private final InstantSource clock = InstantSource.system();
    private final Recorder recorder;
    private final LaneLooks looks;
    private final StateOfGateway states;
    private final Semaphore viewers = new Semaphore(VIEWERS);
    private final CountDownLatch closed = new CountDownLatch(1);
    /** Guarded by this. */
    private Optional<Shown> last = Optional.empty();

    private long lastNanos;

    /** The page at a moment, as data and as the sections of its HTML. */
    private record Shown(PageState state, Map<String, String> sections) {}

    private LivePage(HealthServer server, String gateway, Function<String, ScheduledExecutorService> threads) {
        this.server = server;
        this.gateway = gateway;
        this.showsRequests = server.asksForToken();
        this.recorder = new Recorder(server::observed, clock, System::nanoTime, threads.apply("page-recorder")).start();
        this.looks = new LaneLooks(this::addresses, clock, threads.apply("page-looks")).start();
        this.states = new StateOfGateway(gateway, showsRequests, recorder, looks, clock);
    }

    /**
     * Serves the page of that gateway from now on.
     *
     * @param threads makes a thread of that name, which ends with the program
     */
    public static LivePage serve(
            HealthServer server, String gateway, Function<String, ScheduledExecutorService> threads) {
        final LivePage page = new LivePage(server, gateway, threads);
        server.serve(
                "/",
                exchange -> Answer.of(
                                Answer.OK,
                                HTML,
                                PageHtml.page(gateway, page.shown().sections()))
                        .send(exchange));
        server.serve("/events", page::events);
        server.serve(
                "/state",
                exchange -> Answer.json(
                                Answer.OK,
                                Json.<ObjectNode>of(page.shown().state()).toString())
                        .send(exchange));
        server.serve("/top", page::top);
        server.serve("/request", page::request);
        server.serve(
                "/page.css",
                exchange -> file("page.css", "text/css; charset=utf-8").send(exchange));
        server.serve(
                "/page.js",
                exchange -> file("page.js", "text/javascript; charset=utf-8").send(exchange));
        server.serve("/icon.svg", exchange -> file("icon.svg", "image/svg+xml").send(exchange));
        return page;
    }

    private List<String> addresses() {
        return server.observed().map(ObservedLanes::lanes).orElse(List.of()).stream()
                .map(Observed::address)
                .toList();
    }

    /** Made once for all who ask at about the same time. */
    private synchronized Shown shown() {
        final long now = System.nanoTime();
        if (last.isEmpty() || now - lastNanos > KEPT_NANOS) {
            final PageState state = states.now(server.observed());
            last = Optional.of(new Shown(state, PageHtml.sections(state)));
            lastNanos = System.nanoTime();
        }
        return last.get();
    }

    private static Answer file(String name, String type) {
        try (InputStream in = LivePage.class.getResourceAsStream(name)) {
            return new Answer(Answer.OK, type, in.readAllBytes());
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void top(HttpExchange exchange) throws IOException {
        Answer.of(Answer.OK, "text/plain; charset=utf-8", PageText.of(shown().state()))
                .send(exchange);
    }

    /** Sends the sections that have changed, once a second. */
    private void events(HttpExchange exchange) throws IOException {
        if (!viewers.tryAcquire()) {
            Answer.text(Answer.UNAVAILABLE, VIEWERS + " browsers look at this page already")
                    .send(exchange);
            return;
        }
        try {
            Answer.head(exchange, "text/event-stream");
            exchange.sendResponseHeaders(Answer.OK, 0);
            final OutputStream out = exchange.getResponseBody();
            out.write("retry: 500\n\n".getBytes(StandardCharsets.UTF_8));
            final Map<String, String> sent = new HashMap<>();
            for (int event = 0;
                    event < EVENTS && !closed.await(event == 0 ? 0 : PERIOD_MILLIS, TimeUnit.MILLISECONDS);
                    event++) {
                out.write(event(sent).getBytes(StandardCharsets.UTF_8));
                out.flush();
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            viewers.release();
        }
    }

    private String event(Map<String, String> sent) {
        final ObjectNode changed = Json.object();
        shown().sections().forEach((id, section) -> {
            if (!section.equals(sent.put(id, section))) {
                changed.put(id, section);
            }
        });
        return "event: sections\ndata: " + changed + "\n\n"; // JSON has no line ends in it
    }

    private void request(HttpExchange exchange) throws IOException {
        life(exchange.getRequestURI().getRawQuery()).send(exchange);
    }

    private Answer life(String query) {
        if (!showsRequests) {
            return Answer.text(403, "requests are shown where health.token is set; 'sluice show POSITION' shows them");
        }
        final Map<String, String> asked = parameters(query);
        final String lane = asked.getOrDefault("lane", "");
        final Optional<Observed> its = server.observed().map(ObservedLanes::lanes).stream()
                .flatMap(lanes -> lanes.stream())
                .filter(one -> one.lane().equals(lane))
                .findFirst();
        if (its.isEmpty()) {
            return Answer.text(Answer.NOT_FOUND, "this gateway has no such lane just now");
        }
        try {
            final Position position = Position.parse(asked.getOrDefault("position", ""));
            final Optional<Life> life = looks.life(its.get().address(), position);
            return life.isEmpty()
                    ? Answer.text(Answer.NOT_FOUND, "there is no request at " + position)
                    : Answer.of(
                            Answer.OK,
                            HTML,
                            PageHtml.page(gateway, "Request " + position, LifeText.of(life.get(), clock.instant())));
        } catch (final IllegalArgumentException e) {
            return Answer.text(400, "position: " + e.getMessage());
        } catch (final QueueException e) {
            return Answer.text(Answer.UNAVAILABLE, "the queues cannot be read there: " + e.getMessage());
        }
    }

    private static Map<String, String> parameters(String query) {
        final Map<String, String> parameters = new HashMap<>();
        for (final String part : query == null ? new String[0] : query.split("&")) {
            final String[] pair = part.split("=", 2);
            parameters.put(pair[0], pair.length == 1 ? "" : URLDecoder.decode(pair[1], StandardCharsets.UTF_8));
        }
        return parameters;
    }

    /** Ends what is under way; the server is closed after this. */
    @Override
    public void close() {
        closed.countDown();
        recorder.close();
        looks.close();
    }
}
