package dev.sluice.service.jdbc;

import java.util.List;

/**
 * The ways to ask one read for one signature.
 *
 * @param single asks it for one item; its failure is the item's own
 * @param typed whether {@code single} binds the same types as the chunked forms; if not it is the user's own text
 * @param chunked the ways to ask it for several items, best first; empty if it goes one at a time
 */
public record ReadForms(String single, boolean typed, List<ChunkForm> chunked) {

    public ReadForms {
        chunked = List.copyOf(chunked);
    }

    /** The user's own text, one at a time. */
    public static ReadForms bare(SqlText text) {
        return new ReadForms(text.sql(), false, List.of());
    }
}
