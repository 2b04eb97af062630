package dev.sluice.service.jdbc.dialect;

import java.util.List;

/**
 * The ways to ask one read for one signature.
 *
 * @param single asks it for one item; its failure is the item's own
 * @param chunked the ways to ask it for several items, best first; empty if it goes one at a time
 * @param columns the names of the single form's columns, which a chunked one may not keep; empty if not yet asked
 * @param chunkedColumns the names of each chunked form's columns, that of the item's number first; likewise
 */
public record ReadForms(
        String single, List<ChunkForm> chunked, List<String> columns, List<List<String>> chunkedColumns) {

    public ReadForms {
        chunked = List.copyOf(chunked);
        columns = List.copyOf(columns);
        chunkedColumns = List.copyOf(chunkedColumns);
    }
}
