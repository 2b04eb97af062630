package dev.sluice.examples.letters;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Queue;
import javax.sql.DataSource;

/**
 * Reads all contracts in the order of their ids, one page at a time. No transaction stays open while the job is working, and
 * memory does not grow with the table. Not thread-safe.
 */
public final class Contracts implements Iterator<Contract>, AutoCloseable {

    private static final int PAGE = 1_000;

    private final Connection connection;
    private final PreparedStatement select;
    private final Queue<Contract> page = new ArrayDeque<>(PAGE);
    private long lastId;
    private boolean end;

    private Contracts(Connection connection, long after) throws SQLException {
        this.connection = connection;
        this.lastId = after;
        this.select = connection.prepareStatement("SELECT id, customer_id, address_id, product, premium FROM contract"
                + " WHERE id > ? ORDER BY id FETCH FIRST " + PAGE + " ROWS ONLY");
    }

    /** Reads all contracts. The caller closes the reader. */
    public static Contracts read(DataSource database) throws SQLException {
        return readAfter(database, Optional.empty());
    }

    /**
     * Reads the contracts after the last one that a job has handled, or all contracts if the job has handled none. The caller
     * closes the reader.
     *
     * @param lastHandled the key of the contract that was handled last
     */
    public static Contracts readAfter(DataSource database, Optional<String> lastHandled) throws SQLException {
        final Connection connection = database.getConnection();
        try {
            return new Contracts(connection, lastHandled.map(Long::parseLong).orElse(Long.MIN_VALUE));
        } catch (final SQLException e) {
            connection.close();
            throw e;
        }
    }

    @Override
    public boolean hasNext() {
        if (page.isEmpty() && !end) {
            try {
                readPage();
            } catch (final SQLException e) {
                throw new IllegalStateException("cannot read the contracts after " + lastId + ": " + e.getMessage(), e);
            }
        }
        return !page.isEmpty();
    }

    @Override
    public Contract next() {
        if (!hasNext()) {
            throw new NoSuchElementException("no contract after " + lastId);
        }
        return page.remove();
    }

    private void readPage() throws SQLException {
        select.setLong(1, lastId);
        try (ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                page.add(new Contract(
                        rows.getLong(1), rows.getLong(2), rows.getLong(3), rows.getString(4), rows.getBigDecimal(5)));
                lastId = rows.getLong(1);
            }
        }
        end = page.size() < PAGE;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
