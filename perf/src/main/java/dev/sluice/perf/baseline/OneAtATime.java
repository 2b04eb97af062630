package dev.sluice.perf.baseline;

import dev.sluice.api.QueueOptions;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.queue.RequestReader;
import dev.sluice.internal.queue.ResultWriter;
import dev.sluice.internal.queue.state.GatewayLock;
import dev.sluice.internal.wire.Encoder;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.RequestFrame.RequestReceiver;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.internal.wire.ResultKind;
import dev.sluice.perf.lab.ChildJvm;
import dev.sluice.perf.load.Change;
import dev.sluice.service.IdleStrategy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A service that reads the same queue one request at a time, runs the change in a transaction of its own and writes the
 * result, as services over such queues are usually built first.
 *
 * <p>It is fair: it reads and writes the same queues by the same classes as the gateway, its thread waits in the same way,
 * its connection stays open, and the database is as durable. It prepares each statement anew, as one does who gets the
 * SQL with the message, or keeps it prepared, which is the best that this shape can do; the commit is by auto-commit, which
 * saves a round trip. What one could tune, such as {@code synchronous_commit} or HSQLDB's write delay, would give up the
 * durability of what was answered.
 */
public final class OneAtATime implements RequestReceiver {

    /** When a statement is prepared. */
    public enum Prepare {
        EACH,
        ONCE
    }

    private final Connection connection;
    private final ResultWriter results;
    private final Prepare prepare;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();
    private final Encoder encoder = new Encoder();

    private OneAtATime(Connection connection, ResultWriter results, Prepare prepare) {
        this.connection = connection;
        this.results = results;
        this.prepare = prepare;
    }

    /** Serves the queues and database of the arguments until the JVM is told to stop; the last one says {@link Prepare}. */
    public static void main(String[] args) throws Exception {
        final Thread service = Thread.currentThread();
        final StopSignal stop = new StopSignal(service);
        Runtime.getRuntime().addShutdownHook(new Thread(stop, "stop"));
        try (QueuePair queues = QueuePair.open(Path.of(args[0]), QueueOptions.DEFAULTS);
                GatewayLock lock = queues.lockForGateway();
                RequestReader requests = queues.requestsFromStart();
                ResultWriter results = queues.resultWriter(lock, Optional.empty());
                Connection connection =
                        DriverManager.getConnection(args[1], args[2], System.getenv(ChildJvm.PASSWORD))) {
            final OneAtATime receiver = new OneAtATime(connection, results, Prepare.valueOf(args[3]));
            final IdleStrategy idle = IdleStrategy.balanced();
            while (!stop.given) {
                idle.idle(requests.poll(receiver, 1));
            }
        }
    }

    @Override
    public void request(long index, long writtenNanos, RequestFrame request) {
        final long readNanos = System.currentTimeMillis() * 1_000_000;
        ResultFrame.begin(encoder, results.id(), results.nextSequence(), request.ref(index));
        ResultFrame.updated(encoder, perform(request));
        ResultFrame.end(encoder, ResultKind.UPDATED);
        results.write(index, writtenNanos, readNanos, ResultKind.UPDATED, encoder);
    }

    private int perform(RequestFrame request) {
        final String sql = Change.of(request.name()).sql();
        try {
            if (prepare == Prepare.EACH) {
                try (PreparedStatement change = connection.prepareStatement(sql)) {
                    return perform(change, request);
                }
            }
            PreparedStatement change = prepared.get(sql);
            if (change == null) {
                change = connection.prepareStatement(sql);
                prepared.put(sql, change);
            }
            return perform(change, request);
        } catch (final SQLException e) {
            throw new IllegalStateException("Change " + request + " failed", e);
        }
    }

    private static int perform(PreparedStatement change, RequestFrame request) throws SQLException {
        int parameter = 1;
        for (final Object value : request.arguments().values()) {
            change.setLong(parameter++, (Long) value);
        }
        return change.executeUpdate();
    }

    @Override
    public void undecodable(long index, long writtenNanos, String why) {
        throw new IllegalStateException("Request " + index + " cannot be read: " + why);
    }

    /** Tells the service to end, and lets the JVM end when it has. */
    private static final class StopSignal implements Runnable {

        private final Thread service;
        private volatile boolean given;

        StopSignal(Thread service) {
            this.service = service;
        }

        @Override
        public void run() {
            given = true;
            try {
                service.join();
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
