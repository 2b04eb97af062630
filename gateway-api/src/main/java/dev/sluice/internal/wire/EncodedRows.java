package dev.sluice.internal.wire;

/**
 * Rows as they will be on the output queue, encoded where the database answered.
 *
 * @param columns the column names, encoded; shared by all results of one statement
 * @param count how many rows
 * @param values the rows' values, one after another
 */
public record EncodedRows(byte[] columns, int count, byte[] values) {

    /** The size in bytes. */
    public int size() {
        return columns.length + values.length;
    }
}
