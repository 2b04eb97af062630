package dev.sluice.service.admin;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sluice.service.admin.control.Control;
import dev.sluice.service.config.HealthConfig;
import dev.sluice.service.core.StoppedException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves a gateway's health and metrics over HTTP, on threads of its own. There before the gateway is, so that one that
 * takes long to open is seen.
 */
public final class HealthServer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(HealthServer.class);
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final int UNAVAILABLE = 503;
    private static final int THREADS = 2;
    private static final long CLOSE_SECONDS = 5;
    private static final String BEARER = "Bearer ";

    static {
        // The JDK's server answers late over connections that are kept, and waits for ever for requests that do not
        // end.
        setUnlessSet("sun.net.httpserver.nodelay", "true");
        setUnlessSet("sun.net.httpserver.maxReqTime", "10");
        setUnlessSet("sun.net.httpserver.maxRspTime", "10");
    }

    private final HealthConfig config;
    private final HttpServer server;
    private final ExecutorService threads;
    private volatile Optional<ObservedLanes> observed = Optional.empty();
    private Optional<Metrics> metrics = Optional.empty();

    private HealthServer(HealthConfig config, HttpServer server) {
        this.config = config;
        this.server = server;
        final AtomicInteger number = new AtomicInteger();
        this.threads = Executors.newFixedThreadPool(THREADS, work -> {
            final Thread thread = new Thread(work, "health-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    private static void setUnlessSet(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }

    /**
     * Starts to serve: nothing but that the gateway is opening, until {@link #show}.
     *
     * @throws StoppedException if the port is in use, or the address is none of this machine
     */
    public static HealthServer start(HealthConfig config) {
        try {
            final InetAddress address = InetAddress.getByName(config.address());
            return new HealthServer(config, HttpServer.create(new InetSocketAddress(address, config.port()), 0));
        } catch (final IOException e) {
            throw new StoppedException(
                    "health and metrics cannot be served at " + config.address() + " port " + config.port() + ": "
                            + e.getMessage() + "; set another health.port or health.address",
                    e);
        }
    }

    /** Serves what is seen of this gateway from now on. */
    public synchronized void show(ObservedLanes gateway) {
        observed = Optional.of(gateway);
        metrics = Optional.empty();
    }

    /** Has requests below {@link Control#PATH} served by this. */
    public void serve(Control control) {
        server.createContext(Control.PATH, control);
    }

    /** The URL of the server; paths are resolved against it. */
    public URI uri() {
        final String host = config.address().contains(":") ? "[" + config.address() + "]" : config.address();
        return URI.create("http://" + host + ":" + server.getAddress().getPort() + "/");
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            send(exchange, page(exchange));
        } catch (final RuntimeException e) {
            LOG.error(
                    "Health and metrics failed on {}", exchange.getRequestURI().getPath(), e);
            throw e;
        }
    }

    private Page page(HttpExchange exchange) {
        if (!allowed(exchange)) {
            exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer");
            return Page.text(401, "send the token of health.token as Authorization: Bearer");
        }
        final String method = exchange.getRequestMethod();
        if (!method.equals("GET") && !method.equals("HEAD")) {
            exchange.getResponseHeaders().set("Allow", "GET, HEAD");
            return Page.text(405, "only GET and HEAD");
        }
        return page(exchange.getRequestURI().getPath(), System.nanoTime());
    }

    /** The page of a path; while the gateway is being opened it says so. */
    private Page page(String path, long nowNanos) {
        return switch (path) {
            case "/health/live" -> page(Health.live(observed, nowNanos));
            case "/health/ready" -> page(Health.ready(observed, nowNanos));
            case "/health/started" -> page(Health.started(observed));
            case "/metrics" ->
                observed.map(gateway ->
                                Page.of(OK, Metrics.TYPE, metrics(gateway).text()))
                        .orElseGet(() -> page(Health.started(observed)));
            case "/summary" ->
                observed.map(gateway -> Page.json(OK, Observed.summary(gateway.lanes())))
                        .orElseGet(() -> page(Health.started(observed)));
            default ->
                Page.text(NOT_FOUND, "there are /health/live, /health/ready, /health/started, /metrics and /summary");
        };
    }

    /** Made when they are first asked for: a gateway answers requests sooner. */
    private synchronized Metrics metrics(ObservedLanes gateway) {
        if (metrics.isEmpty()) {
            metrics = Optional.of(new Metrics(gateway));
        }
        return metrics.get();
    }

    private static Page page(Health health) {
        final ObjectNode json = MAPPER.createObjectNode().put("status", health.up() ? "up" : "down");
        final ArrayNode reasons = json.putArray("reasons");
        health.reasons()
                .forEach(reason ->
                        reasons.addObject().put("about", reason.about()).put("why", reason.why()));
        return Page.json(health.up() ? OK : UNAVAILABLE, json.toString());
    }

    private boolean allowed(HttpExchange exchange) {
        if (config.token().isEmpty()) {
            return true;
        }
        final String sent = Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization"))
                .orElse("");
        return sent.regionMatches(true, 0, BEARER, 0, BEARER.length())
                && MessageDigest.isEqual(
                        sent.substring(BEARER.length()).strip().getBytes(StandardCharsets.UTF_8),
                        config.token().get().value().getBytes(StandardCharsets.UTF_8));
    }

    private static void send(HttpExchange exchange, Page page) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", page.type());
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.sendResponseHeaders(page.status(), -1);
            return;
        }
        exchange.sendResponseHeaders(page.status(), page.body().length);
        exchange.getResponseBody().write(page.body());
    }

    /** Ends what is under way: it may be reading queues that are closed next. */
    @Override
    public void close() {
        server.stop(0);
        threads.shutdown();
        try {
            if (!threads.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("Health and metrics did not stop within {} s", CLOSE_SECONDS);
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * An answer over HTTP.
     *
     * @param status the HTTP status
     * @param type the content type
     * @param body UTF-8
     */
    private record Page(int status, String type, byte[] body) {

        static Page of(int status, String type, String body) {
            return new Page(status, type, body.getBytes(StandardCharsets.UTF_8));
        }

        static Page text(int status, String line) {
            return of(status, "text/plain; charset=utf-8", line + "\n");
        }

        static Page json(int status, String json) {
            return of(status, "application/json", json + "\n");
        }
    }
}
