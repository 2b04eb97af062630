package dev.sluice.service.core.plan;

import dev.sluice.internal.wire.Arguments;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The keys that recently made a call for many keys fail, and then failed when they were looked up alone. From then on each of
 * these keys is looked up alone: together with others it would make the call fail again, and the call would have to be split to
 * find the key. Any thread may use this.
 */
public final class FailedKeys {

    /** The maximum number of keys that are kept. */
    public static final int MOST = 1_000;

    private final Set<Arguments> keys = new LinkedHashSet<>();
    private volatile boolean some;

    /** Whether a key failed recently. */
    public boolean contains(Arguments key) {
        if (!some) {
            return false;
        }
        synchronized (keys) {
            return keys.contains(key);
        }
    }

    /** Adds a key that failed. If there are too many keys, the one that failed longest ago is removed. */
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

    /** Removes a key that was answered. */
    public void remove(Arguments key) {
        if (some) {
            synchronized (keys) {
                keys.remove(key);
                some = !keys.isEmpty();
            }
        }
    }
}
