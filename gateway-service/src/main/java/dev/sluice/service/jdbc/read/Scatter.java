package dev.sluice.service.jdbc.read;

import dev.sluice.internal.wire.EncodedRows;
import dev.sluice.internal.wire.Encoder;
import dev.sluice.service.jdbc.connect.Prepared;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;

/**
 * Gives the rows of a chunk to its items, in their order of arrival. Nearly always an item's rows come together: then
 * they are encoded in one place and copied once. Reused by its worker.
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
     * Starts with so many items, none of which has rows.
     *
     * @param names of the columns, encoded: a part of each item's result
     * @param most bytes of one item's result
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

    /** Takes the current row for an item. */
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

    /** Ends the last item's rows. */
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

    /** Whether the item's result has more bytes than it may have. */
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
