package dev.sluice.testing;

import org.jspecify.annotations.Nullable;

/**
 * Answers requests of one name. The gateway's thread calls it for one request at a time, in order.
 *
 * @param <K> the type of the key
 */
@FunctionalInterface
public interface Stub<K> {

    /**
     * Answers one request.
     *
     * @param key the argument if the request has exactly one; otherwise the list of the arguments
     * @return for an update, the number of changed rows; otherwise the row as a record, a {@link dev.sluice.api.Row} or a {@link
     *     java.util.Map}, or a collection of these for several rows; {@code null} or an empty {@link java.util.Optional} if
     *     nothing is found
     * @throws Exception to make the request fail with the exception's message
     */
    @Nullable
    Object answer(K key) throws Exception;
}
