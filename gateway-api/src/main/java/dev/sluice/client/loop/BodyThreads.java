package dev.sluice.client.loop;

import java.lang.reflect.Method;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;

/** The threads that bodies run on: virtual ones where the JDK has them, which is asked at run time, from Java 21 on. */
final class BodyThreads {

    private static final String NAME = "sluice body ";
    private static final int FIRST_WITH_VIRTUAL_THREADS = 21;

    private BodyThreads() {}

    static ThreadFactory ofThisJdk() {
        return Runtime.version().feature() >= FIRST_WITH_VIRTUAL_THREADS ? virtual() : platform();
    }

    /** Daemons: a job that drops a loop half way ends all the same. */
    static ThreadFactory platform() {
        final AtomicLong number = new AtomicLong();
        return body -> {
            final Thread thread = new Thread(body, NAME + number.getAndIncrement());
            thread.setDaemon(true);
            return thread;
        };
    }

    /** {@code Thread.ofVirtual().name(NAME, 0).factory()}, as this is compiled for Java 17. */
    private static ThreadFactory virtual() {
        try {
            final Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            final Class<?> type = Class.forName("java.lang.Thread$Builder");
            final Method name = type.getMethod("name", String.class, long.class);
            return (ThreadFactory) type.getMethod("factory").invoke(name.invoke(builder, NAME, 0L));
        } catch (final ReflectiveOperationException e) {
            throw new IllegalStateException(
                    "this JDK, " + Runtime.version() + ", should have virtual threads: choose others by withThreads",
                    e);
        }
    }
}
