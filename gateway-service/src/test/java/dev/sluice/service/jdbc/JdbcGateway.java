package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sluice.api.FutureRequests;
import dev.sluice.api.RequestKind;
import dev.sluice.service.CapturedLog;
import dev.sluice.service.Gateway;
import dev.sluice.service.GatewaySettings;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.core.BackendCounts.Count;
import dev.sluice.service.core.StoppedException;
import dev.sluice.service.core.plan.DeclaredCatalog;
import dev.sluice.service.jdbc.connect.Connecting;
import dev.sluice.service.memory.InMemoryLane;
import dev.sluice.service.memory.InMemoryRun;
import dev.sluice.testing.memory.MemoryHooks;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** A whole gateway on real databases, over queues in memory. */
final class JdbcGateway implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final InMemoryLane lane;
    private final JdbcDatabases databases;
    private final Gateway gateway;
    private final InMemoryRun run;

    /** That and everything in hand after it is lost, as in a crash. */
    private static final class CrashException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    JdbcGateway(String yaml) {
        this(yaml, unpark(Thread.currentThread()));
    }

    /** On new queues, which replace those that others used on the same database. */
    JdbcGateway(String yaml, Runnable wakeUp) {
        this(yaml, new Queues().accepted(), Integer.MAX_VALUE, wakeUp);
    }

    /** Goes on where the last gateway on these queues was, until it crashes instead of writing that result. */
    JdbcGateway(String yaml, Queues queues, int crashAt) {
        this(yaml, queues, crashAt, unpark(Thread.currentThread()));
    }

    private JdbcGateway(String yaml, Queues queues, int crashAt, Runnable wakeUp) {
        lane = queues.lane().hooks(new MemoryHooks() {
            @Override
            public void write(int results) {
                if (results >= crashAt) {
                    throw new CrashException();
                }
            }
        });
        final GatewayConfig config = GatewayConfig.parse(yaml, Path.of("").toAbsolutePath(), name -> null);
        databases = JdbcDatabases.open(
                config, Connecting.begin(config, false), queues.origin(config.name()), queues::mayHaveUpdates, wakeUp);
        databases.awaitFootprints(1_000_000_000L);
        gateway = new Gateway(
                new GatewaySettings(config.name(), config.chunk().limit(), 0),
                lane.source(),
                lane.sink(),
                new DeclaredCatalog(databases.operations(), databases::sql, Long.MAX_VALUE, false),
                databases.backends(),
                () -> 0);
        run = new InMemoryRun(lane, gateway, PATIENCE);
    }

    private static Runnable unpark(Thread service) {
        return () -> LockSupport.unpark(service);
    }

    JdbcGateway lookup(String name, Object... key) {
        lane.request(RequestKind.LOOKUP, name, key);
        return this;
    }

    JdbcGateway query(String name, Object... arguments) {
        lane.request(RequestKind.QUERY, name, arguments);
        return this;
    }

    JdbcGateway update(String name, Object... arguments) {
        lane.request(RequestKind.UPDATE, name, arguments);
        return this;
    }

    /** An update whose deadline has passed long ago. */
    JdbcGateway late(String name, Object... arguments) {
        lane.request(Map.of(FutureRequests.DEADLINE, "-1"), RequestKind.UPDATE, name, arguments);
        return this;
    }

    /** Works until it crashes before the result that it was told. */
    JdbcGateway untilItCrashes() {
        try {
            results();
        } catch (final CrashException e) {
            return this;
        }
        throw new AssertionError("all " + lane.answered() + " results were written");
    }

    /** One turn of the duty cycle. */
    void turn() {
        run.turn();
    }

    /** Takes turns until the log has a line with that part. */
    void untilLogged(CapturedLog log, String part) {
        while (log.count(part) == 0) {
            turn();
        }
    }

    /** Works until it stops, and returns why it does. */
    String refusal() {
        return assertThrows(StoppedException.class, this::texts).getMessage();
    }

    /** How many requests are answered. */
    int answered() {
        return run.answered();
    }

    /** Works until everything asked is answered; the results that are new. */
    List<InMemoryRun.Result> results() {
        return run.results();
    }

    /** The same as texts. */
    List<String> texts() {
        return run.texts();
    }

    /** Round trips so far. */
    long trips() {
        return calls(Count.TRIPS);
    }

    /** The counts of its backends so far. */
    long calls(Count what) {
        return gateway.counts().calls(what);
    }

    @Override
    public void close() {
        databases.close();
    }
}
