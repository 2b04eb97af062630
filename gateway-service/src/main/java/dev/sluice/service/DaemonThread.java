package dev.sluice.service;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/** A thread of the program's own that does one thing after another, by the monotonic clock, and ends with the JVM. */
final class DaemonThread {

    private DaemonThread() {}

    static ScheduledExecutorService named(String name) {
        return Executors.newSingleThreadScheduledExecutor(work -> {
            final Thread made = new Thread(work, name);
            made.setDaemon(true);
            return made;
        });
    }
}
