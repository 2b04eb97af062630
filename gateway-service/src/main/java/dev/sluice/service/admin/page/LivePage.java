package dev.sluice.service.admin.page;

import com.sun.net.httpserver.HttpExchange;
import dev.sluice.api.Position;
import dev.sluice.api.QueueException;
import dev.sluice.service.admin.Answer;
import dev.sluice.service.admin.HealthServer;
import dev.sluice.service.admin.Observed;
import dev.sluice.service.admin.ObservedLanes;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.look.LaneLooks;
import dev.sluice.service.look.Life;
import dev.sluice.service.look.LifeText;
import dev.sluice.service.look.StatusText;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/**
 * The pages that show the state of a gateway. {@code /} is a page that draws the data of {@code /state}, {@code /status} shows
 * the same data as text, and {@code /request} shows the life of one request. The pages change nothing.
 */
public final class LivePage implements AutoCloseable {

    private static final String HTML = "text/html; charset=utf-8";
    private static final String SCRIPT = "text/javascript; charset=utf-8";
    private static final String STYLE = "text/css; charset=utf-8";
    private static final Map<String, String> FILES = Map.of(
            "index.html", HTML,
            "page.js", SCRIPT,
            "uplot.js", SCRIPT,
            "page.css", STYLE,
            "uplot.css", STYLE,
            "icon.svg", "image/svg+xml");

    private static final int BAD_REQUEST = 400;
    private static final int FORBIDDEN = 403;

    private final HealthServer server;
    private final boolean showsRequests;
    private final InstantSource clock = InstantSource.system();
    private final Recorder recorder;
    private final LaneLooks looks;
    private final StatusOfGateway states;
    private final Semaphore askers = new Semaphore(HealthServer.ASKERS);

    private LivePage(HealthServer server, GatewayConfig config, Function<String, ScheduledExecutorService> threads) {
        this.server = server;
        this.showsRequests = server.asksForToken();
        this.recorder = new Recorder(server::observed, clock, System::nanoTime, threads.apply("page-recorder")).start();
        this.looks = new LaneLooks(this::addresses, config.queues().diskReserve(), clock, threads.apply("page-looks"))
                .start();
        this.states = new StatusOfGateway(config, showsRequests, recorder, looks, clock, clock.instant());
    }

    /**
     * Serves the pages of the gateway with this configuration from now on.
     *
     * @param threads creates an executor with one daemon thread that has the given name
     */
    public static LivePage serve(
            HealthServer server, GatewayConfig config, Function<String, ScheduledExecutorService> threads) {
        final LivePage page = new LivePage(server, config, threads);
        FILES.forEach(
                (name, type) -> server.serve(name.equals("index.html") ? "/" : "/" + name, file(name, type)::send));
        page.serve("/state", page::state);
        page.serve("/status", page::status);
        page.serve("/request", page::request);
        return page;
    }

    private void serve(String path, Function<Map<String, String>, Answer> answer) {
        server.serve(path, exchange -> {
            if (!askers.tryAcquire()) {
                Answer.text(Answer.UNAVAILABLE, HealthServer.ASKERS + " requests are in progress: try again")
                        .send(exchange);
                return;
            }
            try {
                answer.apply(parameters(exchange)).send(exchange);
            } finally {
                askers.release();
            }
        });
    }

    private static Answer file(String name, String type) {
        try (InputStream in = LivePage.class.getResourceAsStream(name)) {
            return new Answer(Answer.OK, type, in.readAllBytes());
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<String> addresses() {
        return lanes().stream().map(Observed::address).toList();
    }

    private List<Observed> lanes() {
        return server.observed().map(ObservedLanes::lanes).orElse(List.of());
    }

    private Answer status(Map<String, String> asked) {
        return Answer.text(
                Answer.OK,
                StatusText.of(states.now(server.observed(), Instant.MAX)).stripTrailing());
    }

    private Answer state(Map<String, String> asked) {
        try {
            final Instant since = Instant.parse(asked.getOrDefault("since", Instant.EPOCH.toString()));
            return Answer.json(Answer.OK, states.now(server.observed(), since).json());
        } catch (final DateTimeException e) {
            return Answer.text(BAD_REQUEST, "since: expected a time such as 2025-01-31T23:59:59Z");
        }
    }

    private Answer request(Map<String, String> asked) {
        if (!showsRequests) {
            return Answer.text(
                    FORBIDDEN, "this page needs health.token; 'sluice show POSITION' shows a request without it");
        }
        final Optional<Observed> its = lanes().stream()
                .filter(lane -> lane.lane().equals(asked.getOrDefault("lane", "")))
                .findFirst();
        if (its.isEmpty()) {
            return Answer.text(Answer.NOT_FOUND, "this gateway does not serve this lane at the moment");
        }
        try {
            final Position position = Position.parse(asked.getOrDefault("position", ""));
            final Optional<Life> life = looks.life(its.get().address(), position);
            return life.isEmpty()
                    ? Answer.text(Answer.NOT_FOUND, "there is no request at " + position)
                    : Answer.of(Answer.OK, HTML, html("Request " + position, LifeText.of(life.get(), clock.instant())));
        } catch (final IllegalArgumentException e) {
            return Answer.text(BAD_REQUEST, "position: " + e.getMessage());
        } catch (final QueueException e) {
            return Answer.text(Answer.UNAVAILABLE, "the queues cannot be read at this position: " + e.getMessage());
        }
    }

    private static Map<String, String> parameters(HttpExchange exchange) {
        final Map<String, String> parameters = new HashMap<>();
        final String query = exchange.getRequestURI().getRawQuery();
        for (final String part : query == null ? new String[0] : query.split("&")) {
            final String[] pair = part.split("=", 2);
            parameters.put(pair[0], URLDecoder.decode(pair[pair.length - 1], StandardCharsets.UTF_8));
        }
        return parameters;
    }

    /** @param text the text, which is safe for a terminal; its markup is escaped */
    private static String html(String title, String text) {
        return """
                <!DOCTYPE html><html lang="en"><head><meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <meta name="color-scheme" content="light dark"><title>%1$s - Sluice</title>
                <link rel="stylesheet" href="page.css"><link rel="icon" href="icon.svg"></head>
                <body><main><h1>%1$s</h1><p><a href="./">The gateway's page</a></p>
                <pre tabindex="0" id="life" aria-label="%1$s">%2$s</pre></main></body></html>
                """.formatted(
                        title, text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"));
    }

    @Override
    public void close() {
        recorder.close();
        looks.close();
    }
}
