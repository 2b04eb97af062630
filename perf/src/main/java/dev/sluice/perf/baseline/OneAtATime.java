package dev.sluice.perf.baseline;

import dev.sluice.api.QueueOptions;
import dev.sluice.internal.wire.MessageWriter;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.RequestFrame.RequestReceiver;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.internal.wire.ResultKind;
import dev.sluice.perf.load.Change;
import dev.sluice.service.IdleStrategy;
import dev.sluice.transport.Lane;
import dev.sluice.transport.Lease;
import dev.sluice.transport.RequestReader;
import dev.sluice.transport.ResultWriter;
import dev.sluice.transport.Transports;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Optional;

/**
 * A service that reads requests from the input queue one at a time, executes each change in its own transaction, and writes the
 * result. The first version of a service over such queues usually looks like this.
 *
 * <p>The comparison is fair because this variant reads and writes the same queues with the same classes as the gateway, its
 * thread waits in the same way, its connection stays open, and the database has the same durability. This service prepares the
 * statement again for each request, like a service that gets the SQL with each message. Auto-commit saves a round trip.
 *
 * <p>What could be tuned: only settings that reduce durability, such as {@code synchronous_commit} or HSQLDB's write delay.
 */
public final class OneAtATime implements RequestReceiver {

    private static volatile boolean stopped;

    private final Connection connection;
    private final ResultWriter results;
    private final MessageWriter message = new MessageWriter();

    private OneAtATime(Connection connection, ResultWriter results) {
        this.connection = connection;
        this.results = results;
    }

    /** Answers requests until the JVM is stopped. Arguments: the directory of the queues, the database's URL, and its user. */
    public static void main(String[] args) throws Exception {
        final Thread service = Thread.currentThread();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(service)));
        try (Lane queues = Transports.open(args[0], QueueOptions.DEFAULTS);
                Lease lock = queues.lease();
                RequestReader requests = queues.requestsFromStart();
                ResultWriter results = queues.resultWriter(lock, Optional.empty());
                Connection connection = DriverManager.getConnection(args[1], args[2], "")) {
            final OneAtATime receiver = new OneAtATime(connection, results);
            final IdleStrategy idle = IdleStrategy.balanced();
            while (!stopped) {
                idle.idle(requests.poll(receiver, 1));
            }
        }
    }

    /** Stops the service, and waits until it has ended, so that the JVM does not end before it. */
    private static void stop(Thread service) {
        stopped = true;
        try {
            service.join();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void request(long index, long writtenNanos, RequestFrame request) {
        final long readNanos = System.currentTimeMillis() * 1_000_000;
        ResultFrame.begin(message, ResultKind.UPDATED, request.name());
        ResultFrame.updated(message, perform(request));
        ResultFrame.end(message, results.id(), results.nextSequence(), request.ref(index), 0, 0, 0);
        results.write(index, writtenNanos, readNanos, message);
    }

    private int perform(RequestFrame request) {
        try (PreparedStatement change =
                connection.prepareStatement(Change.of(request.name()).sql())) {
            int parameter = 1;
            for (final Object value : request.arguments().values()) {
                change.setLong(parameter++, (Long) value);
            }
            return change.executeUpdate();
        } catch (final SQLException e) {
            throw new IllegalStateException("Change " + request + " failed", e);
        }
    }

    @Override
    public void undecodable(long index, long writtenNanos, String why) {
        throw new IllegalStateException("Request " + index + " cannot be read: " + why);
    }
}
