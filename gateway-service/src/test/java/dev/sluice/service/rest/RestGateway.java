package dev.sluice.service.rest;

import dev.sluice.api.Failure;
import dev.sluice.api.RequestRef;
import dev.sluice.api.Results;
import dev.sluice.api.Rows;
import dev.sluice.service.Gateway;
import dev.sluice.service.GatewaySettings;
import dev.sluice.service.chunk.CallCounts;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.memory.InMemoryQueue;
import dev.sluice.service.memory.InMemorySink;
import dev.sluice.service.memory.InMemorySource;
import dev.sluice.service.update.CheckpointTable;
import dev.sluice.service.update.Origin;
import dev.sluice.wire.RequestKind;
import dev.sluice.wire.ResultFrame;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;

/** A whole gateway on real services, over queues in memory. */
final class RestGateway implements AutoCloseable {

    static final UUID QUEUE = new UUID(1, 2);

    /** What came of one request. */
    record Result(Rows rows, boolean reply, Failure failure) {

        /** Short, to compare. */
        @Override
        public String toString() {
            if (failure != null) {
                return (failure.kind() + " " + failure.code()).strip();
            }
            if (rows == null) {
                return "not found";
            }
            return (reply ? "reply " : "") + rows;
        }
    }

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final InMemoryQueue input = new InMemoryQueue();
    private final InMemoryQueue output = new InMemoryQueue();
    private final RestServices services;
    private final Gateway gateway;
    private int taken;

    RestGateway(GatewayConfig config) {
        final Thread service = Thread.currentThread();
        final Origin origin =
                new Origin(config.name(), "test", QUEUE, Long.MAX_VALUE, CheckpointTable.NONE, true, Long::toString);
        services = RestServices.open(config, origin, () -> LockSupport.unpark(service));
        gateway = new Gateway(
                new GatewaySettings(
                        config.name(), config.chunk().limit(), 0, config.chunk().callsInFlight()),
                new InMemorySource(input, 0),
                new InMemorySink(output),
                services.catalog(),
                services.backends(),
                () -> 0);
    }

    RestGateway lookup(String name, Object... key) {
        input.request(RequestKind.LOOKUP, name, key);
        return this;
    }

    RestGateway send(String endpoint, Object payload) {
        input.request(RequestKind.SEND, endpoint, payload);
        return this;
    }

    RestGateway ask(RequestKind kind, String name, Object... arguments) {
        input.request(kind, name, arguments);
        return this;
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

    CallCounts calls() {
        return gateway.counts().calls();
    }

    /** Works until everything asked is answered; the results that are new, which are in order. */
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
            if (frame.request().index() != taken + results.size()) {
                throw new AssertionError("result " + (taken + results.size()) + " answers " + frame.request());
            }
            frame.deliver(new Results() {
                @Override
                public void rows(RequestRef request, Rows rows) {
                    results.add(new Result(rows, false, null));
                }

                @Override
                public void replied(RequestRef request, Rows reply) {
                    results.add(new Result(reply, true, null));
                }

                @Override
                public void notFound(RequestRef request) {
                    results.add(new Result(null, false, null));
                }

                @Override
                public void updated(RequestRef request, long count) {
                    throw new AssertionError("an update count from a service");
                }

                @Override
                public void failed(RequestRef request, Failure failure) {
                    results.add(new Result(null, false, failure));
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

    @Override
    public void close() {
        services.close();
    }
}
