package dev.sluice.perf;

import dev.sluice.queue.GatewayLock;
import dev.sluice.queue.QueueOptions;
import dev.sluice.queue.QueuePair;
import dev.sluice.queue.RequestReader;
import dev.sluice.queue.ResultWriter;
import dev.sluice.service.IdleStrategy;
import dev.sluice.wire.Encoder;
import dev.sluice.wire.RequestFrame;
import dev.sluice.wire.ResultFrame;
import dev.sluice.wire.ResultKind;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Optional;

/**
 * The baseline of the updates: a service that reads the same queue one request at a time, runs the update, commits and
 * writes the result. Its connection stays open and its statement prepared.
 */
final class OneAtATime implements RequestReader.Receiver {

    private final PreparedStatement update;
    private final ResultWriter results;
    private final Encoder encoder = new Encoder();

    private OneAtATime(PreparedStatement update, ResultWriter results) {
        this.update = update;
        this.results = results;
    }

    /** Serves the queues and database of the arguments until the JVM is told to stop. */
    public static void main(String[] args) throws Exception {
        final Thread service = Thread.currentThread();
        final StopSignal stop = new StopSignal(service);
        Runtime.getRuntime().addShutdownHook(new Thread(stop, "stop"));
        try (QueuePair queues = QueuePair.open(Path.of(args[0]), QueueOptions.DEFAULTS);
                GatewayLock lock = queues.lockForGateway();
                RequestReader requests = queues.requestsFromStart();
                ResultWriter results = queues.resultWriter(lock, Optional.empty());
                Connection connection =
                        DriverManager.getConnection(args[1], args[2], System.getenv(ChildJvm.PASSWORD));
                PreparedStatement update = connection.prepareStatement(Accounts.UPDATE)) {
            final OneAtATime receiver = new OneAtATime(update, results);
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
        try {
            int parameter = 1;
            for (final Object value : request.arguments().values()) {
                update.setLong(parameter++, (Long) value);
            }
            return update.executeUpdate();
        } catch (final SQLException e) {
            throw new IllegalStateException("Update " + request + " failed", e);
        }
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
