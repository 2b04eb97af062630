package dev.sluice.service.admin;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.sluice.service.config.HealthConfig;
import dev.sluice.service.core.MaskedLog;
import dev.sluice.service.core.StoppedException;
import dev.sluice.service.exchange.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;

/**
 * Serves a gateway's health and metrics over HTTP, on separate threads. The server starts before the gateway opens its queues and
 * backends, so that a gateway that takes long to open can be observed.
 */
public final class HealthServer implements AutoCloseable {

    private static final Logger LOG = MaskedLog.of(HealthServer.class);
    private static final int GONE = 410;
    private static final Map<String, String> GONE_PATHS = Map.of(
            "/top", "/top is gone: use /status",
            "/events", "/events is gone: use /state, and /state?since=TIME for later samples",
            "/summary", "/summary is gone: use gateway.total in /state, or /metrics");

    /** The maximum number of page requests that are handled at the same time. The limit keeps threads free for the health checks. */
    public static final int ASKERS = 8;

    private static final int THREADS = ASKERS + 2;
    private static final long IDLE_SECONDS = 30;
    private static final long CLOSE_SECONDS = 5;

    static {
        // By default the JDK's server delays responses on connections that are kept open, and waits for ever for the
        // end of a request.
        setUnlessSet("sun.net.httpserver.nodelay", "true");
        setUnlessSet("sun.net.httpserver.maxReqTime", "10");
        setUnlessSet("sun.net.httpserver.maxRspTime", "10");
    }

    private final HealthConfig config;
    private final HttpServer server;
    private final ExecutorService threads;
    private final Map<String, HttpHandler> pages = new ConcurrentHashMap<>();
    private volatile Optional<ObservedLanes> observed = Optional.empty();
    private Optional<Metrics> metrics = Optional.empty();

    private HealthServer(HealthConfig config, HttpServer server) {
        this.config = config;
        this.server = server;
        final AtomicInteger number = new AtomicInteger();
        final ThreadPoolExecutor pool = new ThreadPoolExecutor(
                THREADS, THREADS, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), work -> {
                    final Thread thread = new Thread(work, "health-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        pool.allowCoreThreadTimeOut(true);
        this.threads = pool;
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
     * Starts the server. Until {@link #show} is called, it only reports that the gateway is opening.
     *
     * @throws StoppedException if the port is in use, or the address does not belong to this machine
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

    /** Serves the health and the metrics of these lanes from now on. */
    public synchronized void show(ObservedLanes gateway) {
        observed = Optional.of(gateway);
        metrics = Optional.empty();
    }

    /** Serves a page at the given path, for GET and HEAD requests that are authorized. */
    public void serve(String path, HttpHandler page) {
        pages.put(path, page);
    }

    /** Returns the lanes that the gateway serves; empty while it opens them. */
    public Optional<ObservedLanes> observed() {
        return observed;
    }

    /** Returns whether every request must carry a token. */
    public boolean asksForToken() {
        return config.token().isPresent();
    }

    /** Returns the base URL of the server. */
    public URI uri() {
        final String host = config.address().contains(":") ? "[" + config.address() + "]" : config.address();
        return URI.create("http://" + host + ":" + server.getAddress().getPort() + "/");
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            answer(exchange);
        } catch (final RuntimeException e) {
            LOG.error(
                    "Health and metrics failed on {}", exchange.getRequestURI().getPath(), e);
            throw e;
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        final Optional<Answer> refusal = refusal(exchange);
        final String path = exchange.getRequestURI().getPath();
        final HttpHandler page = pages.get(path);
        if (refusal.isPresent()) {
            refusal.get().send(exchange);
        } else if (page == null) {
            answer(path, System.nanoTime()).send(exchange);
        } else if (!asksForToken() && !isOwnHost(exchange)) {
            Answer.text(421, "use the address of health.address in the URL, or set health.token")
                    .send(exchange);
        } else {
            page.handle(exchange);
        }
    }

    private Optional<Answer> refusal(HttpExchange exchange) {
        if (!allowed(exchange)) {
            exchange.getResponseHeaders().add("WWW-Authenticate", "Bearer");
            exchange.getResponseHeaders()
                    .add("WWW-Authenticate", "Basic realm=\"Sluice: any name, the token as password\"");
            return Optional.of(Answer.text(401, "send the token of health.token as Authorization: Bearer"));
        }
        final String method = exchange.getRequestMethod();
        if (!method.equals("GET") && !method.equals("HEAD")) {
            exchange.getResponseHeaders().set("Allow", "GET, HEAD");
            return Optional.of(Answer.text(405, "only GET and HEAD are supported"));
        }
        return Optional.empty();
    }

    private boolean isOwnHost(HttpExchange exchange) {
        return Optional.ofNullable(exchange.getRequestHeaders().getFirst("Host"))
                .map(config::isReachedAs)
                .orElse(true);
    }

    /** Returns the response for a path of health or metrics. While the gateway opens, the response says so. */
    private Answer answer(String path, long nowNanos) {
        return switch (path) {
            case "/health/live" -> answer(Health.live(observed, nowNanos));
            case "/health/ready" -> answer(Health.ready(observed, nowNanos));
            case "/health/started" -> answer(Health.started(observed));
            case "/metrics" ->
                observed.map(gateway -> Answer.of(
                                Answer.OK, Metrics.TYPE, metrics(gateway).text()))
                        .orElseGet(() -> answer(Health.started(observed)));
            default ->
                GONE_PATHS.containsKey(path)
                        ? Answer.text(GONE, GONE_PATHS.get(path))
                        : Answer.text(
                                Answer.NOT_FOUND,
                                "there are /, /status, /state, /request, /health/live, /health/ready, /health/started and /metrics");
        };
    }

    /** Creates the metrics on first use only, so that a starting gateway answers its first requests sooner. */
    private synchronized Metrics metrics(ObservedLanes gateway) {
        if (metrics.isEmpty()) {
            metrics = Optional.of(new Metrics(gateway));
        }
        return metrics.get();
    }

    private static Answer answer(Health health) {
        final ObjectNode json = Json.object().put("status", health.up() ? "up" : "down");
        final ArrayNode reasons = json.putArray("reasons");
        health.needs()
                .forEach(need -> reasons.addObject().put("about", need.about()).put("why", need.why()));
        return Answer.json(health.up() ? Answer.OK : Answer.UNAVAILABLE, json.toString());
    }

    private boolean allowed(HttpExchange exchange) {
        if (config.token().isEmpty()) {
            return true;
        }
        final Authorization sent = new Authorization(
                Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization"))
                        .orElse(""));
        return sent.bears(config.token().get())
                || sent.hasPassword(config.token().get());
    }

    /** Ends responses in progress and waits for their threads, because they may read the queues, which are closed next. */
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
}
