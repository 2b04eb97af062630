package dev.sluice.kafka;

import dev.sluice.api.QueueLockedException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The names of writers, readers, runs and gateways that this process has open. Names in other processes are not checked. If two
 * gateways serve a lane, the brokers refuse the earlier gateway. If two processes open a writer, reader or run with the same
 * name, the brokers refuse neither process. Any thread.
 */
final class OpenNames {

    private static final Set<String> OPEN = ConcurrentHashMap.newKeySet();

    private OpenNames() {}

    /**
     * Reserves a name.
     *
     * @throws QueueLockedException if the name is in use
     */
    static void take(Object lane, String kind, String name) {
        if (!OPEN.add(key(lane, kind, name))) {
            throw new QueueLockedException(
                    "the " + kind + " '" + name + "' of " + lane + " is in use by this process: close it first");
        }
    }

    static boolean isOpen(Object lane, String kind, String name) {
        return OPEN.contains(key(lane, kind, name));
    }

    static void giveBack(Object lane, String kind, String name) {
        OPEN.remove(key(lane, kind, name));
    }

    private static String key(Object lane, String kind, String name) {
        return lane + " " + kind + " " + name;
    }
}
