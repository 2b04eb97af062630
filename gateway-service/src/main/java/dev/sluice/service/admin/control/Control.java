package dev.sluice.service.admin.control;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.sluice.api.QueueException;
import dev.sluice.service.admin.Answer;
import dev.sluice.service.admin.control.Acts.Done;
import dev.sluice.service.admin.control.Gatekeeper.Refusal;
import dev.sluice.service.config.ControlConfig;
import dev.sluice.service.config.HealthConfig;
import dev.sluice.service.core.StoppedException;
import dev.sluice.service.exchange.Json;
import java.io.IOException;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves {@code /control/}: each request is judged by its head, done, left as a line in the audit, and then answered, one after another
 * on a thread of its own. Health and metrics wait for none of it.
 */
public final class Control implements HttpHandler, AutoCloseable {

    /** Below it is everything that is served here. */
    public static final String PATH = "/control/";

    private static final Logger LOG = LoggerFactory.getLogger(Control.class);
    private static final String OFF =
            "control is off: set control.token in the gateway's configuration, and start it again";
    private static final String OPENING = "the gateway is opening its queues; try again later";
    /** Who guesses tokens is slowed, and has so many lines in the audit at most. */
    private static final long AFTER_REFUSAL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final int MOST_WAITING = 16;
    private static final long CLOSE_SECONDS = 6;

    private final Optional<Gatekeeper> gatekeeper;
    private final Audit audit;
    private final UnaryOperator<String> masked;
    private final ThreadPoolExecutor thread;
    private volatile Optional<Acts> acts = Optional.empty();
    private volatile boolean closing;

    /**
     * Serves nothing but why it does not, until {@link #show}.
     *
     * @param gateway its name
     * @param server without control in it, control is off
     * @param masked leaves secrets out of a text
     * @throws StoppedException if the file of the audit cannot be written
     */
    public Control(String gateway, HealthConfig server, UnaryOperator<String> masked) {
        this.gatekeeper = server.control().map(its -> new Gatekeeper(server, its.token()));
        this.masked = masked;
        this.audit = new Audit(gateway, server.control().flatMap(ControlConfig::audit));
        audit.obstacle().ifPresent(why -> {
            throw new StoppedException(gateway + ": " + why);
        });
        this.thread =
                new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MOST_WAITING), work -> {
                    final Thread made = new Thread(work, "control");
                    made.setDaemon(true);
                    return made;
                });
    }

    /** The gateway is there: acts are done from now on. */
    public void show(Acts gateway) {
        acts = Optional.of(gateway);
    }

    /** Hands over to the thread of control. */
    @Override
    public void handle(HttpExchange exchange) throws IOException {
        if (gatekeeper.isEmpty()) {
            try (exchange) {
                answer(exchange, 404, error(OFF));
            }
            return;
        }
        try {
            thread.execute(() -> serve(exchange));
        } catch (final RejectedExecutionException e) {
            try (exchange) {
                answer(exchange, 503, error("too many wait to be served; try again"));
            }
        }
    }

    private void serve(HttpExchange exchange) {
        try (exchange) {
            final Optional<Refusal> refusal = gatekeeper.orElseThrow().refuses(exchange);
            if (refusal.isPresent()) {
                refuse(exchange, refusal.get());
            } else if (exchange.getRequestURI().getPath().equals(Gatekeeper.ORDERS)) {
                answer(exchange, acts.isPresent() ? 200 : 503, acts.isPresent() ? orders() : error(OPENING));
            } else {
                act(exchange);
            }
        } catch (final IOException e) {
            LOG.debug("Whoever asked to control the gateway has gone", e);
        } catch (final RuntimeException | LinkageError e) {
            LOG.error(
                    "Control failed on {}", Audit.shown(exchange.getRequestURI().getPath()), e);
        }
    }

    private void refuse(HttpExchange exchange, Refusal refusal) throws IOException {
        audit.line(
                "",
                remote(exchange),
                Audit.quoted(name(exchange)),
                "refused: " + refusal.status() + " " + refusal.why(),
                "");
        if (!closing) {
            LockSupport.parkNanos(AFTER_REFUSAL_NANOS);
        }
        if (refusal.status() == 401) {
            exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer");
        } else if (refusal.status() == 405) {
            exchange.getResponseHeaders().set("Allow", "POST");
        }
        answer(exchange, refusal.status(), error(refusal.why()));
    }

    private void act(HttpExchange exchange) throws IOException {
        final Asked asked;
        try {
            asked = Asked.read(name(exchange), exchange.getRequestBody());
        } catch (final RefusedActException e) {
            refuse(exchange, new Refusal(400, e.getMessage()));
            return;
        }
        final Done done;
        try {
            done = asked.act() == Act.THREADS ? Done.of(ThreadDump.text()) : open().act(asked);
        } catch (final RefusedActException | QueueException | IllegalStateException e) {
            line(exchange, asked, "refused: " + e.getMessage());
            answer(exchange, 409, error(e.getMessage()));
            return;
        } catch (final RuntimeException | LinkageError e) {
            line(exchange, asked, "failed: " + e);
            answer(exchange, 500, error("the gateway failed on it; its log says more"));
            throw e;
        }
        final String unwritten = line(exchange, asked, asked.act() == Act.THREADS ? "done" : "done: " + done.words())
                .map(why -> "; and the audit has no line of it: " + why)
                .orElse("");
        try (exchange) { // closed before the gateway may end
            answer(exchange, 200, Json.object().put("done", masked.apply(done.words() + unwritten)));
        } finally {
            done.afterwards().run(); // also if the caller has gone
        }
    }

    private Optional<String> line(HttpExchange exchange, Asked asked, String outcome) {
        final StringBuilder act = new StringBuilder(asked.act().word());
        new TreeMap<>(asked.arguments())
                .forEach((name, value) ->
                        act.append(' ').append(name).append('=').append(Audit.quoted(value)));
        return audit.line(asked.who(), remote(exchange), act.toString(), outcome, asked.reason());
    }

    private Acts open() {
        return acts.orElseThrow(() -> new RefusedActException(OPENING));
    }

    private ObjectNode orders() {
        return Json.object().set("orders", Json.of(open().orders()));
    }

    private static String name(HttpExchange exchange) {
        final String path = exchange.getRequestURI().getPath();
        return path.startsWith(PATH) ? path.substring(PATH.length()) : path;
    }

    private static String remote(HttpExchange exchange) {
        return exchange.getRemoteAddress().getAddress().getHostAddress();
    }

    private static ObjectNode error(String why) {
        return Json.object().put("error", why);
    }

    private static void answer(HttpExchange exchange, int status, ObjectNode json) throws IOException {
        Answer.json(status, json.toString()).send(exchange);
    }

    /** Waits for the act that is under way. */
    @Override
    public void close() {
        closing = true;
        thread.shutdown();
        try {
            if (!thread.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("Control did not stop within {} s", CLOSE_SECONDS);
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
