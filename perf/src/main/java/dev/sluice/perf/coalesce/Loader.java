package dev.sluice.perf.coalesce;

import java.util.List;

/** A way to get names by key, for requesters who know nothing of each other. */
@FunctionalInterface
interface Loader {

    /** Returns the name for each of those keys, in their order. */
    List<String> load(long[] keys) throws Exception;

    /** Opens, before it is measured, what it would not keep open while others are measured. */
    default void open() throws Exception {}

    /** Called when it has been measured. */
    default void close() {}
}
