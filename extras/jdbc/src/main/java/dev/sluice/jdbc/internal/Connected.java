package dev.sluice.jdbc.internal;

import dev.sluice.jdbc.internal.PartialProxy.Part;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Executor;

/** A connection. It holds no resources and costs nothing, so open one for each statement, or keep one. For one thread. */
public final class Connected implements Part {

    private final Gate gate;
    private final Product product;
    private final Connection self;
    private boolean closed;

    private Connected(Gate gate, Product product) {
        this.gate = gate;
        this.product = product;
        this.self = PartialProxy.as(Connection.class, this);
    }

    public static Connection to(Gate gate, Product product) {
        return new Connected(gate, product).self;
    }

    public Statement createStatement() {
        return new PlainStatement(gate, self, product).as(Statement.class);
    }

    public Statement createStatement(int type, int concurrency) throws SQLException {
        checkForward(type, concurrency);
        return createStatement();
    }

    public Statement createStatement(int type, int concurrency, int holdability) throws SQLException {
        return createStatement(type, concurrency);
    }

    public PreparedStatement prepareStatement(String sql) {
        return prepared(sql, false);
    }

    private PreparedStatement prepared(String sql, boolean keys) {
        return new Prepared(gate, self, product, sql, keys).as(PreparedStatement.class);
    }

    public PreparedStatement prepareStatement(String sql, int type, int concurrency) throws SQLException {
        checkForward(type, concurrency);
        return prepareStatement(sql);
    }

    public PreparedStatement prepareStatement(String sql, int type, int concurrency, int holdability)
            throws SQLException {
        return prepareStatement(sql, type, concurrency);
    }

    public PreparedStatement prepareStatement(String sql, int keys) throws SQLException {
        return Keys.wanted(keys) ? prepared(Keys.in(sql, product), true) : prepareStatement(sql);
    }

    public PreparedStatement prepareStatement(String sql, String[] keys) throws SQLException {
        return prepared(Keys.in(sql, product, keys), true);
    }

    private static void checkForward(int type, int concurrency) throws SQLException {
        if (type != ResultSet.TYPE_FORWARD_ONLY || concurrency != ResultSet.CONCUR_READ_ONLY) {
            throw Refused.because(
                    "a scrollable or updatable result set",
                    "rows are read once, forward: keep them, or send an UPDATE");
        }
    }

    public String nativeSQL(String sql) {
        return sql;
    }

    public void setAutoCommit(boolean on) throws SQLException {
        if (!on) {
            throw Refused.transaction();
        }
    }

    public void setTransactionIsolation(int level) throws SQLException {
        if (level != Connection.TRANSACTION_NONE) {
            throw Refused.method(Connection.class, "setTransactionIsolation");
        }
    }

    public DatabaseMetaData getMetaData() {
        return new ReadDatabase(gate, self, product).as();
    }

    public void setClientInfo(String name, String value) throws SQLClientInfoException {
        throw new SQLClientInfoException(
                Refused.method(Connection.class, "setClientInfo").getMessage(), Map.of());
    }

    public void setClientInfo(Properties properties) throws SQLClientInfoException {
        throw new SQLClientInfoException(
                Refused.method(Connection.class, "setClientInfo").getMessage(), Map.of());
    }

    public Properties getClientInfo() {
        return new Properties();
    }

    public boolean isValid(int timeout) {
        return !closed;
    }

    public void close() {
        closed = true;
    }

    public void abort(Executor executor) {
        closed = true;
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public String toString() {
        return "connection to " + gate.queues();
    }
}
