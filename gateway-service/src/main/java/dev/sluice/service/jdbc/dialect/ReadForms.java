package dev.sluice.service.jdbc.dialect;

import java.util.List;

/**
 * The forms of one read for one signature.
 *
 * @param single the statement for one item; an error of this statement is the item's failure
 * @param chunked the forms for several items, best first; empty if items are executed one at a time
 * @param columns the names of the single form's columns, which may differ in a chunked form; empty if not yet known
 * @param chunkedColumns the column names of each chunked form, beginning with the column of the item's number; empty if not yet
 *     known
 */
public record ReadForms(
        String single, List<ChunkForm> chunked, List<String> columns, List<List<String>> chunkedColumns) {

    public ReadForms {
        chunked = List.copyOf(chunked);
        columns = List.copyOf(columns);
        chunkedColumns = List.copyOf(chunkedColumns);
    }
}
