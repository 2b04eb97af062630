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
 * A data source whose connections send statements through the gateway, so that existing DAOs can be used unchanged. The body of a
 * job is the code that the job runs for each item. A statement in the body is a request of the current item, and is sent to the
 * database together with statements of other items.
 *
 * <pre>{@code
 * try (GatewayClient client = GatewayClient.open(queues);
 *         Job job = client.job("letters", "2026-11-22")) {
 *     CustomerDao customers = new CustomerDao(new JdbcTemplate(SluiceDataSource.of(client)));
 *     job.run(contracts, Contract::key, (contract, gateway) -> letter(contract, customers), FileSink.lines(file));
 * }
 * }</pre>
 *
 * <p>A connection holds no resources, so a connection pool is useless. Each statement is a transaction of its own. The page
 * docs/reference/jdbc.md lists the other differences to the database's own driver.
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
     * Returns a data source for existing queues. For statements outside of the bodies of jobs, the data source has a client of
     * its own. The first such statement opens the client, and closing the data source closes the client.
     */
    public static SluiceDataSource at(Path queues) {
        return new SluiceDataSource(queues, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /**
     * Returns a data source that uses a client. If the client has a job, a statement in the job's body is a request of the
     * current item. If the client has neither a job nor futures, the first statement opens its futures. From then on only this
     * data source may send the client's requests and read its results. The caller must close the client.
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
        return opened.futures(Runnable::run); // completing these futures only wakes waiting threads
    }

    private static Futures ofTheirs(GatewayClient client) throws SQLException {
        try {
            return client.futures(Runnable::run);
        } catch (final IllegalStateException e) {
            final SQLException refused = new SQLException(
                    "the statement is outside of the client's job: run it in the body of job.run(...), or use"
                            + " SluiceDataSource.at(queues), which has its own client",
                    "08003");
            refused.addSuppressed(e);
            throw refused;
        }
    }

    @Override
    public Connection getConnection() {
        return Connected.to(gate, product);
    }

    /** Ignores user and password, because the gateway logs in to the database. */
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

    /** Stores the value without effect, because a connection does not log in. */
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

    /** Closes the client of this data source, if it has opened one for statements outside of jobs. */
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
