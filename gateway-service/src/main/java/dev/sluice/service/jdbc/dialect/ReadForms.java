package dev.sluice.service.jdbc.dialect;

import dev.sluice.service.jdbc.sql.SqlText;
import java.util.List;

/**
 * The ways to ask one read for one signature.
 *
 * @param single asks it for one item; its failure is the item's own
 * @param typed whether {@code single} binds the same types as the chunked forms; if not it is the user's own text
 * @param chunked the ways to ask it for several items, best first; empty if it goes one at a time
 * @param columns the names of the single form's columns, which a chunked one may not keep; empty if not yet asked
 * @param chunkedColumns the names of each chunked form's columns, that of the item's number first; likewise
 */
public record ReadForms(
        String single,
        boolean typed,
        List<ChunkForm> chunked,
        List<String> columns,
        List<List<String>> chunkedColumns) {

    public ReadForms {
        chunked = List.copyOf(chunked);
        columns = List.copyOf(columns);
        chunkedColumns = List.copyOf(chunkedColumns);
    }

    /** Forms that the database has not been asked about. */
    static ReadForms untried(String single, List<ChunkForm> chunked) {
        return new ReadForms(single, true, chunked, List.of(), List.of());
    }

    /** The user's own text, one at a time. */
    static ReadForms bare(SqlText query) {
        return new ReadForms(query.sql(), false, List.of(), List.of(), List.of());
    }

    /** One at a time, in the form that these have for it. */
    public ReadForms oneAtATime() {
        return new ReadForms(single, typed, List.of(), columns, List.of());
    }
}
