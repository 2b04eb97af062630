package dev.sluice.service.core.plan;

import dev.sluice.internal.wire.Arguments;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Keys that failed alone lately, after a chunk had failed with them: they are not asked in chunks, each of which would have
 * to be split again to find them, but alone. Any thread.
 */
public final class FailedKeys {

    /** The most keys that are remembered. */
    public static final int MOST = 1_000;

    private final Set<Arguments> keys = new LinkedHashSet<>();
    private volatile boolean some;

    /** Whether a key failed lately. */
    public boolean contains(Arguments key) {
        if (!some) {
            return false;
        }
        synchronized (keys) {
            return keys.contains(key);
        }
    }

    /** Remembers a key that failed; the one that failed longest ago is forgotten if there are many. */
    public void add(Arguments key) {
        synchronized (keys) {
            keys.remove(key);
            keys.add(key);
            if (keys.size() > MOST) {
                keys.remove(keys.iterator().next());
            }
            some = true;
        }
    }

    /** Forgets a key that was answered. */
    public void remove(Arguments key) {
        if (some) {
            synchronized (keys) {
                keys.remove(key);
                some = !keys.isEmpty();
            }
        }
    }
}
