package dev.sluice.jdbc;

import dev.sluice.api.FutureRequests;
import dev.sluice.client.Futures;
import dev.sluice.client.GatewayClient;
import dev.sluice.jdbc.internal.Connected;
import dev.sluice.jdbc.internal.Gate;
import dev.sluice.jdbc.internal.Product;
import dev.sluice.jdbc.internal.Refused;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Connections over the gateway for DAOs as they are: in the body of a job each statement is a request of its item, and shares
 * calls with those of all other items.
 *
 * <pre>{@code
 * try (GatewayClient client = GatewayClient.open(queues);
 *         Job job = client.job("letters", "2026-11-22")) {
 *     CustomerDao customers = new CustomerDao(new JdbcTemplate(SluiceDataSource.of(client)));
 *     job.run(contracts, Contract::key, (contract, gateway) -> letter(contract, customers), FileSink.lines(file));
 * }
 * }</pre>
 *
 * <p>A connection is an object and no more: a pool has nothing to keep. Each statement is a transaction of its own; docs/reference/jdbc.md
 * says what else differs from the database's own driver.
 *
 * <p>Any thread.
 */
public final class SluiceDataSource implements DataSource, AutoCloseable {

    private final Gate gate;
    private final Product product;
    private final ReentrantLock lock = new ReentrantLock(); // no monitor: it would pin a virtual thread
    private @Nullable GatewayClient own;
    private @Nullable Futures futures;
    private int loginTimeout;

    SluiceDataSource(Path queues, Optional<GatewayClient> client, Optional<String> database, Optional<Path> record) {
        this.gate = new Gate(queues, database, record, () -> outside(queues, client));
        this.product = new Product(queues);
    }

    /**
     * Connections to queues that exist. Outside of the bodies of jobs statements are asked by a client of this data source's own,
     * which is opened with the first of them, and closed with this.
     */
    public static SluiceDataSource at(Path queues) {
        return new SluiceDataSource(queues, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /**
     * Connections over a client: of its job, whose bodies ask as their items; or of a client that has neither a job nor futures,
     * which it gives its requests and results to this with the first statement. The client is closed by its owner.
     */
    public static SluiceDataSource of(GatewayClient client) {
        return new SluiceDataSource(client.queues(), Optional.of(client), Optional.empty(), Optional.empty());
    }

    private FutureRequests outside(Path queues, Optional<GatewayClient> client) throws SQLException {
        lock.lock();
        try {
            if (futures == null) {
                futures = client.isPresent() ? ofTheirs(client.get()) : ofOwn(queues);
            }
            return futures;
        } finally {
            lock.unlock();
        }
    }

    private Futures ofOwn(Path queues) {
        final GatewayClient opened = GatewayClient.openExisting(queues);
        own = opened;
        return opened.futures(Runnable::run); // nothing but waiting threads hangs on these
    }

    private static Futures ofTheirs(GatewayClient client) throws SQLException {
        try {
            return client.futures(Runnable::run);
        } catch (final IllegalStateException e) {
            final SQLException refused = new SQLException(
                    "a statement outside of a body of the client's job: ask in the body of job.run(...), or take"
                            + " SluiceDataSource.at(queues), which has a client of its own",
                    "08003");
            refused.addSuppressed(e);
            throw refused;
        }
    }

    @Override
    public Connection getConnection() {
        return Connected.to(gate, product);
    }

    /** As without: the gateway's configuration has the database's user. */
    @Override
    public Connection getConnection(String user, String password) {
        return getConnection();
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter out) {}

    /** Takes a hint: a connection opens nothing. */
    @Override
    public void setLoginTimeout(int seconds) {
        loginTimeout = seconds;
    }

    @Override
    public int getLoginTimeout() {
        return loginTimeout;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw Refused.method(DataSource.class, "getParentLogger");
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        if (!type.isInstance(this)) {
            throw Refused.method(DataSource.class, "unwrap");
        }
        return type.cast(this);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return type.isInstance(this);
    }

    /** Closes the client that was opened for statements outside of bodies, if there is one. */
    @Override
    public void close() {
        lock.lock();
        try {
            if (own != null) {
                own.close();
            }
        } finally {
            lock.unlock();
        }
    }
}
