package dev.sluice.jdbc.internal;

import dev.sluice.api.RequestKind;
import dev.sluice.api.RequestRef;
import dev.sluice.api.Rows;
import dev.sluice.api.Shape;
import dev.sluice.jdbc.internal.PartialProxy.Part;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A statement. Each execution is one request, and so is each part of a batch. For one thread. */
public class PlainStatement implements Part {

    private static final @Nullable Object[] NO_ARGUMENTS = {};
    private static final int NO_COUNT = -1;

    private static final Shape<Changed> CHANGED = new Shape<>() {
        @Override
        public Changed rows(RequestRef request, Rows rows) {
            return new Changed(rows.size(), rows);
        }

        @Override
        public Changed updated(RequestRef request, long count) {
            return new Changed(count, null);
        }
    };

    private final Gate gate;
    private final Connection connection;
    private final Product product;
    private final List<Change> batch = new ArrayList<>();
    /** The generated keys of the last execution, with one entry for each part of a batch. */
    private final List<Rows> generated = new ArrayList<>(1);

    private @Nullable Statement self;
    private @Nullable ResultSet rows;
    private long count = NO_COUNT;
    private int timeoutSeconds;
    private long maxRows;
    private int fetchSize;
    private boolean closesOnCompletion;
    private boolean closed;

    PlainStatement(Gate gate, Connection connection, Product product) {
        this.gate = gate;
        this.connection = connection;
        this.product = product;
    }

    /**
     * A statement's text with its arguments, as stored in a batch.
     *
     * @param keys whether the returned rows are generated keys
     */
    record Change(String sql, @Nullable Object[] arguments, boolean keys) {}

    /**
     * The result of an update.
     *
     * @param rows the rows that the update returns; null if it returns only a count
     */
    private record Changed(long count, @Nullable Rows rows) {}

    final <T extends Statement> T as(Class<T> type) {
        final T proxy = PartialProxy.as(type, this);
        self = proxy;
        return proxy;
    }

    private static Change plain(String sql) {
        return new Change(sql, NO_ARGUMENTS, false);
    }

    private Change returning(String sql, String... columns) throws SQLException {
        return new Change(Keys.in(sql, product, columns), NO_ARGUMENTS, true);
    }

    public ResultSet executeQuery(String sql) throws SQLException {
        return query(plain(sql));
    }

    public int executeUpdate(String sql) throws SQLException {
        return Math.toIntExact(executeLargeUpdate(sql));
    }

    public long executeLargeUpdate(String sql) throws SQLException {
        return update(plain(sql));
    }

    public boolean execute(String sql) throws SQLException {
        return run(plain(sql));
    }

    public int executeUpdate(String sql, int keys) throws SQLException {
        return Keys.wanted(keys) ? Math.toIntExact(update(returning(sql))) : executeUpdate(sql);
    }

    public int executeUpdate(String sql, String[] keys) throws SQLException {
        return Math.toIntExact(update(returning(sql, keys)));
    }

    public boolean execute(String sql, int keys) throws SQLException {
        return run(Keys.wanted(keys) ? returning(sql) : plain(sql));
    }

    public boolean execute(String sql, String[] keys) throws SQLException {
        return run(returning(sql, keys));
    }

    public void addBatch(String sql) {
        add(plain(sql));
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

    /**
     * Sends all requests, and then waits for the results. If one request fails, the others are still executed.
     */
    public long[] executeLargeBatch() throws SQLException {
        final List<Change> changes = List.copyOf(batch);
        final List<CompletableFuture<Changed>> results = new ArrayList<>(changes.size());
        batch.clear();
        forget();
        for (final Change change : changes) {
            results.add(ask(RequestKind.UPDATE, change, CHANGED));
        }
        final long[] counts = new long[results.size()];
        SQLException first = null;
        for (int i = 0; i < counts.length; i++) {
            try {
                final Changed changed = Gate.await(results.get(i));
                counts[i] = changed.count;
                addKeys(changes.get(i), changed);
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
        final Changed changed = change(change);
        if (changed.rows == null || change.keys) {
            count = changed.count;
            return false;
        }
        rows = resultSet(changed.rows);
        return true;
    }

    final ResultSet query(Change change) throws SQLException {
        forget();
        final Rows found = SqlTexts.isQuery(change.sql) || !SqlTexts.returns(change.sql)
                ? Gate.await(ask(RequestKind.QUERY, change, Shape.ROWS))
                : change(change).rows;
        if (found == null) {
            throw new SQLException("'" + change.sql + "' was run but returns no rows: use executeUpdate", "02000");
        }
        rows = resultSet(found);
        return rows;
    }

    private ResultSet resultSet(Rows found) {
        return new ReadRows(found, maxRows, self, this::rowsClosed).as();
    }

    private Changed change(Change change) throws SQLException {
        forget();
        final Changed changed = Gate.await(ask(RequestKind.UPDATE, change, CHANGED));
        addKeys(change, changed);
        return changed;
    }

    private void addKeys(Change change, Changed changed) {
        if (change.keys && changed.rows != null) {
            generated.add(changed.rows);
        }
    }

    /** Returns the generated keys of the last execution; no rows if none were requested. */
    public ResultSet getGeneratedKeys() {
        final Rows all = generated.isEmpty()
                ? Rows.NONE
                : Rows.of(
                        generated.get(0).columns(),
                        generated.stream().flatMap(Rows::stream).toList());
        return new ReadRows(all, 0, self, () -> {}).as();
    }

    final long update(Change change) throws SQLException {
        count = change(change).count;
        return count;
    }

    private <T> CompletableFuture<T> ask(RequestKind kind, Change change, Shape<T> shape) throws SQLException {
        if (connection.isClosed()) {
            throw new SQLNonTransientConnectionException(connection + " was closed", "08003");
        }
        final String sql = change.sql.strip();
        final String text = sql.indexOf(' ') < 0 ? sql + " " : sql; // without a space it would be a declared name
        return gate.ask(kind, text, change.arguments, timeoutSeconds, shape);
    }

    private void forget() throws SQLException {
        count = NO_COUNT;
        generated.clear();
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

    /** Sets the deadline of later requests, in seconds; 0 for none. */
    public void setQueryTimeout(int seconds) throws SQLException {
        if (seconds < 0) {
            throw new SQLException("a query timeout of " + seconds + " s: it must be 0 or more", "22023");
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

    /** Stores the value without effect, because a result always arrives as a whole. */
    public void setFetchSize(int size) {
        fetchSize = size;
    }

    public int getFetchSize() {
        return fetchSize;
    }

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
