package dev.sluice.examples.rest;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the rows of a table by an integer key, with one SELECT for any number of keys. Thread-safe.
 *
 * <p>Each concurrent lookup uses a connection of its own. Afterwards the connection stays open with its prepared statements for
 * the next lookup. If a lookup fails, its connection is closed, and so are all idle connections.
 */
final class TableLookup implements Lookup, AutoCloseable {

    private static final Pattern DECLARATION = Pattern.compile("(\\w+):(\\w+):(\\w+(?:,\\w+)*)");

    private final String table;
    private final List<String> columns;
    private final Database database;
    private final String all;
    private final String single;
    private final String chunked;
    private final ConcurrentLinkedDeque<Session> idle = new ConcurrentLinkedDeque<>();

    /** The database with the tables, and the user who connects. */
    record Database(String url, String user, String password) {

        private Connection connect() throws SQLException {
            return DriverManager.getConnection(url, user, password);
        }

        private boolean isPostgresql() {
            return url.startsWith("jdbc:postgresql:");
        }
    }

    /** A connection with its prepared statements. Used by one thread at a time. */
    private record Session(Connection connection, PreparedStatement single, PreparedStatement chunked) {

        private void close() {
            try {
                connection.close();
            } catch (final SQLException e) {
                // The connection was no longer usable anyway.
            }
        }
    }

    private TableLookup(String table, String key, List<String> columns, Database database) {
        this.table = table;
        this.columns = columns;
        this.database = database;
        this.all = "SELECT " + key + ", " + String.join(", ", columns) + " FROM " + table;
        this.single = all + " WHERE " + key + " = ?";
        this.chunked = all + " WHERE " + key + (database.isPostgresql() ? " = ANY(?)" : " IN (UNNEST(?))");
    }

    /**
     * Returns the lookup for a table, which is declared as {@code table:key:column,column}.
     *
     * @throws IllegalArgumentException if the declaration does not have this structure
     */
    static TableLookup of(String declaration, Database database) {
        final Matcher matcher = DECLARATION.matcher(declaration);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "'" + declaration + "' declares no lookup: it must be table:key:column,column");
        }
        return new TableLookup(
                matcher.group(1), matcher.group(2), List.of(matcher.group(3).split(",")), database);
    }

    String table() {
        return table;
    }

    @Override
    public List<String> columns() {
        return columns;
    }

    @Override
    public Map<Long, List<Object>> find(Collection<Long> keys) throws SQLException {
        final Session waiting = idle.pollFirst();
        final Session session = waiting == null ? connect() : waiting;
        boolean good = false;
        try {
            final Map<Long, List<Object>> found = keys.size() == 1 ? findOne(session, keys) : findMany(session, keys);
            good = true;
            return found;
        } finally {
            if (good) {
                idle.addFirst(session);
            } else {
                session.close();
                // Close the idle connections, too: if the server was lost, each of them would make another lookup fail.
                close();
            }
        }
    }

    private Session connect() throws SQLException {
        final Connection connection = database.connect();
        try {
            return new Session(connection, connection.prepareStatement(single), connection.prepareStatement(chunked));
        } catch (final SQLException e) {
            connection.close();
            throw e;
        }
    }

    private Map<Long, List<Object>> findOne(Session session, Collection<Long> keys) throws SQLException {
        session.single.setLong(1, keys.iterator().next());
        return read(session.single, 1);
    }

    private Map<Long, List<Object>> findMany(Session session, Collection<Long> keys) throws SQLException {
        if (database.isPostgresql()) {
            // The driver sends arrays of primitives in binary, which is faster than arrays of objects.
            session.chunked.setObject(
                    1, keys.stream().mapToLong(Long::longValue).toArray());
        } else {
            session.chunked.setArray(1, session.connection.createArrayOf("BIGINT", keys.toArray()));
        }
        return read(session.chunked, keys.size());
    }

    /** Returns a lookup that holds the current rows in memory. */
    Lookup preloaded() throws SQLException {
        final Map<Long, List<Object>> rows;
        try (Connection connection = database.connect();
                PreparedStatement select = connection.prepareStatement(all)) {
            rows = read(select, 1_000);
        }
        return new Lookup() {
            @Override
            public List<String> columns() {
                return columns;
            }

            @Override
            public Map<Long, List<Object>> find(Collection<Long> keys) {
                return rows;
            }
        };
    }

    private Map<Long, List<Object>> read(PreparedStatement select, int most) throws SQLException {
        final Map<Long, List<Object>> found = new HashMap<>(most * 2);
        try (ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                final List<Object> values = new ArrayList<>(columns.size());
                for (int i = 0; i < columns.size(); i++) {
                    values.add(plain(rows.getObject(i + 2)));
                }
                found.put(rows.getLong(1), Collections.unmodifiableList(values));
            }
        }
        return found;
    }

    /** Returns numbers, booleans and null unchanged, and converts all other values to strings. */
    private static Object plain(Object value) {
        return value == null || value instanceof Number || value instanceof Boolean ? value : value.toString();
    }

    @Override
    public void close() {
        for (Session session = idle.pollFirst(); session != null; session = idle.pollFirst()) {
            session.close();
        }
    }
}
