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
 * The rows of a table, found by a key that is a whole number: one SELECT, however many keys there are. Any thread.
 *
 * <p>There are as many connections as threads ask at a time. They stay open, and have their statements prepared once; one
 * on which anything failed is not used again.
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

    /** The database of the tables, and who asks it. */
    record Database(String url, String user, String password) {

        private Connection connect() throws SQLException {
            return DriverManager.getConnection(url, user, password);
        }

        private boolean isPostgresql() {
            return url.startsWith("jdbc:postgresql:");
        }
    }

    /** A connection with its statements. One thread at a time. */
    private record Session(Connection connection, PreparedStatement single, PreparedStatement chunked) {

        private void close() {
            try {
                connection.close();
            } catch (final SQLException e) {
                // It was not good for anything any more.
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
     * A table, declared as {@code table:key:column,column}.
     *
     * @throws IllegalArgumentException if it is not declared so
     */
    static TableLookup of(String declaration, Database database) {
        final Matcher matcher = DECLARATION.matcher(declaration);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "a lookup is declared as table:key:column,column, and not as '" + declaration + "'");
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
                // The others are as old, and lost with the same server: each would fail a call to find that out.
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
            // Primitives go over the wire in binary; the driver's arrays of objects are slower.
            session.chunked.setObject(
                    1, keys.stream().mapToLong(Long::longValue).toArray());
        } else {
            session.chunked.setArray(1, session.connection.createArrayOf("BIGINT", keys.toArray()));
        }
        return read(session.chunked, keys.size());
    }

    /** The rows as they are now, held in memory. */
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

    /** Numbers, texts and truth values are JSON's own; everything else is its text. */
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
