package dev.sluice.examples.rest;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The rows of a table, found by a key that is a whole number: one SELECT, however many keys there are. Any thread. */
final class TableLookup implements Lookup {

    private static final Pattern DECLARATION = Pattern.compile("(\\w+):(\\w+):(\\w+(?:,\\w+)*)");

    private final String table;
    private final List<String> columns;
    private final Sessions sessions;
    private final String all;
    private final String single;
    private final String chunked;

    private TableLookup(String table, String key, List<String> columns, Sessions sessions) {
        this.table = table;
        this.columns = columns;
        this.sessions = sessions;
        this.all = "SELECT " + key + ", " + String.join(", ", columns) + " FROM " + table;
        final String select = all + " WHERE " + key;
        this.single = select + " = ?";
        this.chunked = select + (sessions.postgresql() ? " = ANY(?)" : " IN (UNNEST(?))");
    }

    /**
     * A table, declared as {@code table:key:column,column}.
     *
     * @throws IllegalArgumentException if it is not declared so
     */
    static TableLookup of(String declaration, Sessions sessions) {
        final Matcher matcher = DECLARATION.matcher(declaration);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "a lookup is declared as table:key:column,column, and not as '" + declaration + "'");
        }
        return new TableLookup(
                matcher.group(1), matcher.group(2), List.of(matcher.group(3).split(",")), sessions);
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
        return sessions.with(session -> keys.size() == 1 ? findOne(session, keys) : findMany(session, keys));
    }

    /** The rows as they are now, held in memory. */
    Lookup preloaded() throws SQLException {
        final Map<Long, List<Object>> rows = sessions.with(session -> read(session.prepared(all), 1_000));
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

    private Map<Long, List<Object>> findOne(Sessions.Session session, Collection<Long> keys) throws SQLException {
        final PreparedStatement select = session.prepared(single);
        select.setLong(1, keys.iterator().next());
        return read(select, 1);
    }

    private Map<Long, List<Object>> findMany(Sessions.Session session, Collection<Long> keys) throws SQLException {
        final PreparedStatement select = session.prepared(chunked);
        if (sessions.postgresql()) {
            // Primitives go over the wire in binary; the driver's arrays of objects are slower.
            select.setObject(1, keys.stream().mapToLong(Long::longValue).toArray());
        } else {
            select.setArray(1, select.getConnection().createArrayOf("BIGINT", keys.toArray()));
        }
        return read(select, keys.size());
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
}
