package dev.sluice.service.jdbc.connect;

import dev.sluice.service.config.yaml.JdbcUrl;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * When a session may be at work. HSQLDB 2.7.4 makes texts of dates and of timestamps with one {@code java.util.Date} that
 * all sessions of its JVM share, each kind under a lock of its own. So two sessions at work give, compare or keep a text
 * that is neither's: in results, in casts, and in the log and the script of its files.
 */
public final class Turn {

    /** One for all: which databases and servers are in one JVM cannot be known from here. */
    private static final Lock HSQLDB = new ReentrantLock(true);

    private Turn() {}

    /** What a session of that database holds while it is at work: on any other database nobody waits for it. */
    public static Lock of(JdbcUrl url) {
        return url.value().startsWith("jdbc:hsqldb:") ? HSQLDB : new ReentrantLock();
    }
}
