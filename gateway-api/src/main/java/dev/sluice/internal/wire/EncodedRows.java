package dev.sluice.internal.wire;

import dev.sluice.api.Row;
import dev.sluice.api.Rows;

/**
 * Rows as they will be on the output queue, encoded where the database answered.
 *
 * @param columns the column names, encoded; shared by all results of one statement
 * @param count how many rows
 * @param values the rows' values, one after another
 */
public record EncodedRows(byte[] columns, int count, byte[] values) {

    /**
     * Rows as a job gets them.
     *
     * @throws IllegalArgumentException if a value is of none of the types of {@link dev.sluice.api.ValueType}
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

    /** The size in bytes. */
    public int size() {
        return columns.length + values.length;
    }
}
