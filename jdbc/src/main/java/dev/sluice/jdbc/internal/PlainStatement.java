package dev.sluice.jdbc.internal;

import dev.sluice.api.RequestKind;
import dev.sluice.api.Rows;
import dev.sluice.api.Shape;
import dev.sluice.jdbc.internal.Partly.Part;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A statement, of which each execution is one request, and each part of a batch is. One thread. */
public class PlainStatement implements Part {

    private static final @Nullable Object[] NO_ARGUMENTS = {};
    private static final int NO_COUNT = -1;

    private final Gate gate;
    private final Connection connection;
    private final List<Change> batch = new ArrayList<>();
    private @Nullable Statement self;
    private @Nullable ResultSet rows;
    private long count = NO_COUNT;
    private int timeoutSeconds;
    private long maxRows;
    private int fetchSize;
    private boolean closesOnCompletion;
    private boolean closed;

    PlainStatement(Gate gate, Connection connection) {
        this.gate = gate;
        this.connection = connection;
    }

    /** A statement with its arguments, which a batch keeps. */
    record Change(String sql, @Nullable Object[] arguments) {}

    final <T extends Statement> T as(Class<T> type) {
        final T proxy = Partly.as(type, this);
        self = proxy;
        return proxy;
    }

    static void checkNoKeys(int keys) throws SQLException {
        if (keys == Statement.RETURN_GENERATED_KEYS) {
            throw Refused.keys();
        }
    }

    public ResultSet executeQuery(String sql) throws SQLException {
        return query(new Change(sql, NO_ARGUMENTS));
    }

    public int executeUpdate(String sql) throws SQLException {
        return Math.toIntExact(executeLargeUpdate(sql));
    }

    public long executeLargeUpdate(String sql) throws SQLException {
        return update(new Change(sql, NO_ARGUMENTS));
    }

    public boolean execute(String sql) throws SQLException {
        return run(new Change(sql, NO_ARGUMENTS));
    }

    public int executeUpdate(String sql, int keys) throws SQLException {
        checkNoKeys(keys);
        return executeUpdate(sql);
    }

    public boolean execute(String sql, int keys) throws SQLException {
        checkNoKeys(keys);
        return execute(sql);
    }

    public void addBatch(String sql) {
        add(new Change(sql, NO_ARGUMENTS));
    }

    final void add(Change change) {
        batch.add(change);
    }

    public void clearBatch() {
        batch.clear();
    }

    public int[] executeBatch() throws SQLException {
        return Arrays.stream(executeLargeBatch()).mapToInt(Math::toIntExact).toArray();
    }

    /** All are asked before the first is waited for; one that fails keeps no other from being run. */
    public long[] executeLargeBatch() throws SQLException {
        final List<CompletableFuture<Long>> results = new ArrayList<>(batch.size());
        for (final Change change : batch) {
            results.add(ask(RequestKind.UPDATE, change, Shape.COUNT));
        }
        batch.clear();
        final long[] counts = new long[results.size()];
        SQLException first = null;
        for (int i = 0; i < counts.length; i++) {
            try {
                counts[i] = Gate.await(results.get(i));
            } catch (final SQLException e) {
                counts[i] = Statement.EXECUTE_FAILED;
                first = first == null ? e : first;
            }
        }
        if (first != null) {
            final BatchUpdateException failed =
                    new BatchUpdateException(first.getMessage(), first.getSQLState(), 0, counts, first);
            failed.setNextException(first);
            throw failed;
        }
        return counts;
    }

    final boolean run(Change change) throws SQLException {
        if (SqlTexts.isQuery(change.sql)) {
            query(change);
            return true;
        }
        update(change);
        return false;
    }

    final ResultSet query(Change change) throws SQLException {
        forget();
        final Rows found = Gate.await(ask(RequestKind.QUERY, change, Shape.ROWS));
        rows = new ReadRows(found, maxRows, self, this::rowsClosed).as();
        return rows;
    }

    final long update(Change change) throws SQLException {
        forget();
        count = Gate.await(ask(RequestKind.UPDATE, change, Shape.COUNT));
        return count;
    }

    private <T> CompletableFuture<T> ask(RequestKind kind, Change change, Shape<T> shape) throws SQLException {
        if (connection.isClosed()) {
            throw new SQLNonTransientConnectionException(connection + " was closed", "08003");
        }
        final String sql = change.sql.strip();
        final String text = sql.indexOf(' ') < 0 ? sql + " " : sql; // with white space it is no declared name
        return gate.ask(kind, text, change.arguments, timeoutSeconds, shape);
    }

    private void forget() throws SQLException {
        count = NO_COUNT;
        final ResultSet before = rows;
        rows = null;
        if (before != null) {
            before.close();
        }
    }

    public @Nullable ResultSet getResultSet() {
        return rows;
    }

    public int getUpdateCount() {
        return Math.toIntExact(count);
    }

    public long getLargeUpdateCount() {
        return count;
    }

    public boolean getMoreResults() throws SQLException {
        forget();
        return false;
    }

    public boolean getMoreResults(int current) throws SQLException {
        return getMoreResults();
    }

    public Connection getConnection() {
        return connection;
    }

    /** The deadline of each request from then on, in seconds; 0 for none. */
    public void setQueryTimeout(int seconds) throws SQLException {
        if (seconds < 0) {
            throw new SQLException("a query timeout of " + seconds + " s: not less than 0 is possible", "22023");
        }
        timeoutSeconds = seconds;
    }

    public int getQueryTimeout() {
        return timeoutSeconds;
    }

    public void setMaxRows(int most) {
        maxRows = most;
    }

    public int getMaxRows() {
        return Math.toIntExact(maxRows);
    }

    public void setLargeMaxRows(long most) {
        maxRows = most;
    }

    public long getLargeMaxRows() {
        return maxRows;
    }

    /** Takes a hint, which changes nothing: a result comes whole. */
    public void setFetchSize(int size) {
        fetchSize = size;
    }

    public int getFetchSize() {
        return fetchSize;
    }

    public void setFetchDirection(int direction) {}

    public int getFetchDirection() {
        return ResultSet.FETCH_FORWARD;
    }

    public int getMaxFieldSize() {
        return 0;
    }

    public void setEscapeProcessing(boolean on) {}

    public void setPoolable(boolean poolable) {}

    public boolean isPoolable() {
        return false;
    }

    public int getResultSetType() {
        return ResultSet.TYPE_FORWARD_ONLY;
    }

    public int getResultSetConcurrency() {
        return ResultSet.CONCUR_READ_ONLY;
    }

    public int getResultSetHoldability() {
        return ResultSet.HOLD_CURSORS_OVER_COMMIT;
    }

    public @Nullable SQLWarning getWarnings() {
        return null;
    }

    public void clearWarnings() {}

    public void closeOnCompletion() {
        closesOnCompletion = true;
    }

    public boolean isCloseOnCompletion() {
        return closesOnCompletion;
    }

    private void rowsClosed() throws SQLException {
        if (closesOnCompletion) {
            close();
        }
    }

    public void close() throws SQLException {
        if (!closed) {
            closed = true;
            forget();
        }
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public String toString() {
        return "statement on the " + connection;
    }
}
