package dev.sluice.service.jdbc;

import dev.sluice.api.Failure;
import dev.sluice.api.RequestRef;
import dev.sluice.api.Results;
import dev.sluice.api.Rows;
import dev.sluice.service.Gateway;
import dev.sluice.service.GatewaySettings;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.memory.InMemoryQueue;
import dev.sluice.service.memory.InMemorySink;
import dev.sluice.service.memory.InMemorySource;
import dev.sluice.wire.RequestFrame;
import dev.sluice.wire.RequestKind;
import dev.sluice.wire.ResultFrame;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** A whole gateway on real databases, over queues in memory. */
final class JdbcGateway implements AutoCloseable {

    /** What came of one request. */
    record Result(Rows rows, Long count, Failure failure) {

        /** Short, to compare. */
        @Override
        public String toString() {
            if (failure != null) {
                return (failure.kind() + " " + failure.code()).strip();
            }
            if (count != null) {
                return "updated " + count;
            }
            return rows == null ? "not found" : rows.toString();
        }
    }

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final InMemoryQueue input;
    private final InMemoryQueue output;
    private final JdbcDatabases databases;
    private final Gateway gateway;
    private int taken;

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
        input = queues.input();
        output = queues.output();
        taken = output.size();
        final GatewayConfig config = GatewayConfig.parse(yaml, Path.of("").toAbsolutePath(), name -> null);
        databases = JdbcDatabases.open(config, queues.origin(config.name()), wakeUp);
        gateway = new Gateway(
                new GatewaySettings(
                        config.name(), config.chunk().limit(), 0, config.chunk().callsInFlight()),
                new InMemorySource(input, output.size()),
                new CrashingSink(output, crashAt),
                databases.catalog(),
                databases.backends(),
                () -> 0);
    }

    private static Runnable unpark(Thread service) {
        return () -> LockSupport.unpark(service);
    }

    JdbcGateway lookup(String name, Object... key) {
        input.request(RequestKind.LOOKUP, name, key);
        return this;
    }

    JdbcGateway query(String name, Object... arguments) {
        input.request(RequestKind.QUERY, name, arguments);
        return this;
    }

    JdbcGateway update(String name, Object... arguments) {
        input.request(RequestKind.UPDATE, name, arguments);
        return this;
    }

    /** An update whose deadline has passed long ago. */
    JdbcGateway late(String name, Object... arguments) {
        input.request(Map.of(RequestFrame.DEADLINE, "-1"), RequestKind.UPDATE, name, arguments);
        return this;
    }

    /** Works until it crashes before the result that it was told. */
    JdbcGateway untilItCrashes() {
        try {
            results();
        } catch (final CrashingSink.CrashException e) {
            return this;
        }
        throw new AssertionError("all " + output.size() + " results were written");
    }

    /** One turn of the duty cycle. */
    void turn() {
        if (gateway.doWork(System.nanoTime()) == 0) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    /** How many requests are answered. */
    int answered() {
        return output.size();
    }

    /** Works until everything asked is answered; the results that are new. */
    List<Result> results() {
        final long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (output.size() < input.size()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError(output.size() + " of " + input.size() + " answered in " + PATIENCE);
            }
            turn();
        }
        final List<Result> results = new ArrayList<>();
        for (final ResultFrame frame : InMemorySink.results(output).subList(taken, output.size())) {
            frame.deliver(new Results() {
                @Override
                public void rows(RequestRef request, Rows rows) {
                    results.add(new Result(rows, null, null));
                }

                @Override
                public void notFound(RequestRef request) {
                    results.add(new Result(null, null, null));
                }

                @Override
                public void updated(RequestRef request, long count) {
                    results.add(new Result(null, count, null));
                }

                @Override
                public void failed(RequestRef request, Failure failure) {
                    results.add(new Result(null, null, failure));
                }
            });
        }
        taken = output.size();
        return results;
    }

    /** The same as texts. */
    List<String> texts() {
        return results().stream().map(Result::toString).toList();
    }

    /** Round trips so far. */
    long trips() {
        return gateway.counts().calls().trips();
    }

    @Override
    public void close() {
        databases.close();
    }
}
