package dev.sluice.internal.wire;

import dev.sluice.api.Row;
import dev.sluice.api.Rows;

/**
 * Rows whose values were encoded by the thread that read them from the database.
 *
 * @param columns the encoded column names; all results of one statement share the array
 * @param count the number of rows
 * @param values the encoded values of the rows, one row after another
 */
public record EncodedRows(byte[] columns, int count, byte[] values) {

    /**
     * Encodes rows.
     *
     * @throws IllegalArgumentException if a value has none of the types of {@link dev.sluice.api.ValueType}
     */
    public static EncodedRows of(Rows rows) {
        final Encoder values = new Encoder();
        for (final Row row : rows) {
            for (int column = 0; column < row.size(); column++) {
                values.anyValue(row.get(column));
            }
        }
        return new EncodedRows(KnownColumns.encode(rows.columns().names()), rows.size(), values.toBytes());
    }

    /** Returns the size in bytes. */
    public int size() {
        return columns.length + values.length;
    }
}
