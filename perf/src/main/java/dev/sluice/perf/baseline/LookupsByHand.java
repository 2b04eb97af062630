package dev.sluice.perf.baseline;

import dev.sluice.perf.load.Asked;
import dev.sluice.perf.load.Customers;
import dev.sluice.perf.system.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The lookups as one would write them by hand: a connection that stays open, statements prepared once, and for chunks an
 * array of keys and a map from key to row, since rows come back in any order.
 */
public final class LookupsByHand implements AutoCloseable {

    private record Name(String first, String last) {}

    private final Connection connection;
    private final PreparedStatement one;
    private final PreparedStatement chunk;
    private final boolean postgresql;

    public LookupsByHand(Database database) throws SQLException {
        connection = database.connect();
        one = connection.prepareStatement(Customers.ONE);
        postgresql = database.postgresql();
        chunk = connection.prepareStatement(postgresql ? Customers.BY_HAND_POSTGRESQL : Customers.BY_HAND_HSQLDB);
    }

    /** One SELECT at a time. */
    public void singly(long[] keys, Asked asked) throws SQLException {
        for (final long key : keys) {
            one.setLong(1, key);
            try (ResultSet rows = one.executeQuery()) {
                if (rows.next()) {
                    asked.value(rows.getString(1));
                    asked.value(rows.getString(2));
                } else {
                    asked.value(null);
                }
                asked.answered();
            }
        }
    }

    /** A SELECT for every so many keys. */
    public void inChunks(long[] keys, int size, Asked asked) throws SQLException {
        final Map<Long, Name> names = new HashMap<>(size * 2);
        for (int from = 0; from < keys.length; from += size) {
            final int to = Math.min(keys.length, from + size);
            names.clear();
            find(keys, from, to, names);
            for (int i = from; i < to; i++) {
                final Name name = names.get(keys[i]);
                if (name == null) {
                    asked.value(null);
                } else {
                    asked.value(name.first);
                    asked.value(name.last);
                }
                asked.answered();
            }
        }
    }

    private void find(long[] keys, int from, int to, Map<Long, Name> names) throws SQLException {
        if (postgresql) {
            // Primitives go over the wire in binary; the driver's arrays of objects are slower.
            chunk.setObject(1, Arrays.copyOfRange(keys, from, to));
        } else {
            final Object[] wanted = Arrays.stream(keys, from, to).boxed().toArray();
            chunk.setArray(1, connection.createArrayOf("BIGINT", wanted));
        }
        try (ResultSet rows = chunk.executeQuery()) {
            while (rows.next()) {
                names.put(rows.getLong(1), new Name(rows.getString(2), rows.getString(3)));
            }
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
