package dev.sluice.service.jdbc.read;

import dev.sluice.internal.wire.EncodedRows;
import dev.sluice.internal.wire.Encoder;
import dev.sluice.service.jdbc.connect.Prepared;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;

/**
 * Collects the rows of a chunk for each item, in the order of arrival. Nearly always the rows of an item arrive one after
 * another; then they are encoded in one shared buffer and copied once. A worker reuses its instance.
 */
final class Scatter {

    private static final byte[] NO_ROWS = {};

    private final Encoder together = new Encoder();
    private int[] rows = {};
    private boolean[] tooLarge = {};
    private byte[][] values = {};
    private Encoder[] apart = {};
    private byte[] columns = {};
    private long mostBytes;
    private int current;

    /**
     * Starts a new chunk whose items have no rows yet.
     *
     * @param items the number of items
     * @param names the encoded column names, which are part of each item's result
     * @param most the maximum size in bytes of one item's result
     */
    void begin(int items, byte[] names, long most) {
        columns = names;
        mostBytes = most;
        if (rows.length < items) {
            rows = new int[items];
            tooLarge = new boolean[items];
            values = new byte[items][];
            apart = new Encoder[items];
        }
        Arrays.fill(rows, 0, items, 0);
        Arrays.fill(tooLarge, 0, items, false);
        Arrays.fill(values, 0, items, NO_ROWS);
        Arrays.fill(apart, 0, items, null);
        current = -1;
        together.clear();
    }

    /** Adds the current row to an item. */
    void take(int item, ResultSet row, Prepared prepared, int firstColumn) throws SQLException {
        if (item != current) {
            cut();
            current = item;
        }
        if (apart[item] == null && values[item].length > 0) {
            apart[item] = new Encoder().putBytes(values[item]);
        }
        final Encoder target = apart[item] == null ? together : apart[item];
        prepared.read(row, firstColumn, target);
        rows[item]++;
        tooLarge[item] = target.size() + columns.length > mostBytes;
    }

    /** Completes the rows of all items. */
    void end() {
        cut();
        for (int i = 0; i < apart.length; i++) {
            if (apart[i] != null) {
                values[i] = apart[i].toBytes();
                apart[i] = null;
            }
        }
    }

    int rows(int item) {
        return rows[item];
    }

    /** Whether the item's result exceeds the limit of bytes. */
    boolean tooLarge(int item) {
        return tooLarge[item];
    }

    EncodedRows encoded(int item) {
        return new EncodedRows(columns, rows[item], values[item]);
    }

    private void cut() {
        if (current >= 0 && apart[current] == null && !tooLarge[current]) {
            values[current] = together.toBytes();
        }
        together.clear();
    }
}
