package dev.sluice.examples.rest;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sluice.examples.rest.Exchange.Refusal;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The HTTP server, which routes requests to lookups and event endpoints on a pool of threads. It listens only on the loopback
 * address. {@code GET /counts} returns the numbers of calls and items that the server has received.
 */
public final class LookupServer implements AutoCloseable {

    static {
        // Without this property the JDK's server sends the end of some responses 40 ms late. The property is read when
        // the server's classes are loaded.
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private static final Logger LOG = LoggerFactory.getLogger(LookupServer.class);
    private static final String MANY = ":lookup";

    private final Map<String, LookupResource> lookups = new LinkedHashMap<>();
    private final Map<String, EventsResource> endpoints = new LinkedHashMap<>();
    private final ExecutorService workers;
    private final HttpServer server;

    private LookupServer(int port, int threads) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        workers = Executors.newFixedThreadPool(threads, task -> {
            final Thread thread = new Thread(task, "lookup-server");
            thread.setDaemon(true);
            return thread;
        });
        server.setExecutor(workers);
        server.createContext("/", this::handle);
    }

    /**
     * Starts a server.
     *
     * @param port the port, or 0 for any free port
     * @param threads the maximum number of requests that are answered at the same time
     * @param lookups the lookups by name
     * @param endpoints the names of the event endpoints
     */
    public static LookupServer start(int port, int threads, Map<String, Lookup> lookups, Set<String> endpoints)
            throws IOException {
        final LookupServer server = new LookupServer(port, threads);
        lookups.forEach((name, lookup) -> server.lookups.put(name, new LookupResource(name, lookup)));
        endpoints.forEach(name -> server.endpoints.put(name, new EventsResource()));
        server.server.start();
        return server;
    }

    /** Returns the port that the server listens on. */
    public int port() {
        return server.getAddress().getPort();
    }

    private void handle(HttpExchange http) throws IOException {
        final Exchange exchange = new Exchange(http);
        try (http) {
            try {
                route(exchange);
            } catch (final Refusal refusal) {
                exchange.answer(refusal);
            } catch (final SQLException e) {
                LOG.warn("The database does not answer: {}", e.getMessage());
                exchange.retryAfter(1);
                exchange.answer(new Refusal(503, "unavailable", "the database does not answer"));
            } catch (final RuntimeException e) {
                LOG.error("{} {} failed", exchange.method(), exchange.path(), e);
                exchange.answer(new Refusal(500, "internal error", "the cause is in the service's log"));
            }
        }
    }

    private void route(Exchange exchange) throws IOException, SQLException, Refusal {
        final String path = exchange.path().substring(1);
        final int slash = path.indexOf('/');
        if (path.equals("counts")) {
            counts(exchange);
        } else if (path.endsWith(MANY) && lookups.containsKey(path.substring(0, path.length() - MANY.length()))) {
            lookups.get(path.substring(0, path.length() - MANY.length())).many(exchange);
        } else if (endpoints.containsKey(path)) {
            endpoints.get(path).take(exchange);
        } else if (slash > 0 && lookups.containsKey(path.substring(0, slash))) {
            lookups.get(path.substring(0, slash)).one(exchange, path.substring(slash + 1));
        } else {
            throw new Refusal(404, "not found", "there is nothing at /" + path);
        }
    }

    private void counts(Exchange exchange) throws IOException, Refusal {
        exchange.mustBe("GET");
        final Map<String, Object> counts = new LinkedHashMap<>();
        lookups.forEach((name, lookup) -> counts.put(name, lookup.counts()));
        endpoints.forEach((name, endpoint) -> counts.put(name, endpoint.counts()));
        exchange.answer(200, counts);
    }

    /** Stops immediately. Calls in progress are aborted, as when the process ends. */
    @Override
    public void close() {
        server.stop(0);
        workers.shutdownNow();
    }
}
