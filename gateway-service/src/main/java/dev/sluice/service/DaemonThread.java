package dev.sluice.service;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/** Creates background threads that run scheduled tasks one after another, and that do not keep the JVM from ending. */
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
