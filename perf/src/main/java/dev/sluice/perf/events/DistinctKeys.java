package dev.sluice.perf.events;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * A set of idempotency keys that end in a number: a bit each, since a set of texts would cost the sink more than all its
 * other work. Exact. Any thread.
 */
final class DistinctKeys {

    private static final int PAGE_BITS = 16;
    private static final int WORDS = 1 << PAGE_BITS - 6;
    private static final int IN_PAGE = (1 << PAGE_BITS) - 1;

    private final Map<String, Map<Long, AtomicLongArray>> prefixes = new ConcurrentHashMap<>();

    /** The pages of a key's text before the number, for {@link #add}. */
    Map<Long, AtomicLongArray> pages(String prefix) {
        return prefixes.computeIfAbsent(prefix, key -> new ConcurrentHashMap<>());
    }

    /** Adds a number; false if it is there. */
    static boolean add(Map<Long, AtomicLongArray> pages, long number) {
        final AtomicLongArray page = pages.computeIfAbsent(number >>> PAGE_BITS, key -> new AtomicLongArray(WORDS));
        final int bit = (int) number & IN_PAGE;
        final long mask = 1L << bit;
        return (page.getAndUpdate(bit >>> 6, word -> word | mask) & mask) == 0;
    }
}
