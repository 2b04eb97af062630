package dev.sluice.testing;

import org.jspecify.annotations.Nullable;

/**
 * Answers requests of one name. Called by the gateway's thread, one request at a time, in their order.
 *
 * @param <K> the type of the key
 */
@FunctionalInterface
public interface Stub<K> {

    /**
     * Answers one request.
     *
     * @param key the request's argument; the list of its arguments if it does not have exactly one
     * @return the row: a record of the test's, a {@link dev.sluice.api.Row} or a {@link java.util.Map}; a collection of them for
     *     several rows; {@code null} or an empty {@link java.util.Optional} if nothing is found. A number for an update
     * @throws Exception and the request fails, with its message
     */
    @Nullable
    Object answer(K key) throws Exception;
}
