package dev.sluice.internal.queue.files;

import dev.sluice.api.QueueException;
import dev.sluice.transport.UnreadableQueueException.CorruptQueueException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import jnr.ffi.Runtime;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.core.Jvm;
import net.openhft.chronicle.core.io.ClosedIllegalStateException;
import net.openhft.chronicle.core.threads.InterruptedRuntimeException;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.wire.UnrecoverableTimeoutException;
import net.openhft.chronicle.wire.Wire;
import net.openhft.chronicle.wire.WireType;
import org.slf4j.LoggerFactory;

/** The Chronicle library in this process: its settings, its JVM options, the loading of its classes, and its errors. */
public final class Chronicle {

    private Chronicle() {}

    /**
     * Turns off Chronicle's banner on the console and its usage analytics. Leaving out the analytics library is not enough,
     * because the manifest of Chronicle's jar puts the library on the class path if it lies beside the jar. Also turns off a
     * check that, under {@code -ea}, remembers every opened file and searches all of them at each opening. Settings of the user
     * are kept.
     */
    public static void quiet() {
        setDefault("chronicle.announcer.disable");
        setDefault("chronicle.analytics.disable");
        setDefault("disable.ctl.orphan.tracking");
    }

    /**
     * Loads the native libraries that Chronicle calls, without creating a logger. To load them, the library JNA runs a program of
     * the operating system. Loading happens once in a process; a second caller waits for the first.
     */
    public static void loadLibraries() {
        Libraries.loaded();
    }

    /**
     * Loads the classes and libraries that a process needs for its first queue. Happens once; a second caller waits for the
     * first.
     */
    public static void load() {
        quiet();
        Classes.loaded();
    }

    /** Loads the libraries in its static initializer, which only one thread runs. */
    private static final class Libraries {

        static {
            try {
                Runtime.getSystemRuntime();
                Class.forName("com.sun.jna.NativeLibrary");
            } catch (final ClassNotFoundException | LinkageError e) {
                // Chronicle either works without the library, or reports it as missing
            }
        }

        private Libraries() {}

        static void loaded() {}
    }

    /** Loads the classes in its static initializer, which only one thread runs. */
    private static final class Classes {

        static {
            loadLibraries(); // never on two threads, because classes that need each other would deadlock
            Jvm.init();
            SingleChronicleQueueBuilder.builder();
            final Bytes<byte[]> bytes = Bytes.allocateElasticOnHeap();
            final Wire wire = WireType.BINARY_LIGHT.apply(bytes);
            wire.writeDocument(false, document -> document.write("loaded").int64(0));
            wire.readDocument(null, document -> document.read("loaded").int64());
        }

        private Classes() {}

        static void loaded() {}
    }

    /** Runs {@link #loadLibraries} on a new thread. Opening a queue pair waits until this has ended. */
    public static void loadLibrariesAhead() {
        begin(Chronicle::loadLibraries);
    }

    /**
     * Runs {@link #load} on a new thread. Opening a queue pair waits until {@code load} has ended. This method creates loggers,
     * but reads and writes no queue.
     */
    public static void loadAhead() {
        LoggerFactory.getILoggerFactory(); // set up SLF4J first: during its setup it holds back other threads' logs
        begin(() -> {
            try {
                checkFlags();
                load();
            } catch (final QueueException | LinkageError e) {
                return; // opening a pair throws the same exception
            }
        });
    }

    private static void begin(Runnable loading) {
        final Thread thread = new Thread(loading, "queue-classes");
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Checks that Chronicle can access the JDK internals that it needs. Without the check it would fail with an unclear error.
     *
     * @throws QueueException if JVM options are missing; the message contains them, and says where to add them
     */
    public static void checkFlags() {
        JvmOptions.check(ChronicleQueue.class.getModule());
    }

    /** Returns the options that a JVM needs to use Chronicle from its class path. */
    public static List<String> options() {
        return JvmOptions.all();
    }

    private static void setDefault(String property) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, "true");
        }
    }

    /** Runs {@code use}, and converts its exceptions. On damaged or missing files Chronicle may throw any exception. */
    public static <T> T translate(Path directory, Supplier<T> use) {
        try {
            return use.get();
        } catch (final Throwable e) {
            throw translated(directory, e);
        }
    }

    /** Converts an error of Chronicle to a {@link QueueException}; errors that are not about the queue are not converted. */
    public static RuntimeException translated(Path directory, Throwable error) {
        if (error instanceof QueueException queue) {
            return queue;
        }
        if (error instanceof ClosedIllegalStateException closed) {
            return closed;
        }
        if (error instanceof InterruptedRuntimeException) {
            return new QueueException("interrupted while waiting for the queue " + directory, error);
        }
        if (error instanceof UnrecoverableTimeoutException) {
            return new QueueException(
                    "the queue " + directory
                            + " did not become free: a process that writes to it is stopped, or very slow ("
                            + error.getMessage() + ")",
                    error);
        }
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (cause instanceof IOException
                    && String.valueOf(cause.getMessage()).contains("Too many open files")) {
                return new QueueException("cannot open files of " + directory + ": " + cause.getMessage(), error);
            }
        }
        // A memory fault in a mapped file, and a failed assertion of Chronicle, are about the queue.
        if (error instanceof Error fatal && !(error instanceof InternalError) && !(error instanceof AssertionError)) {
            throw fatal;
        }
        return CorruptQueueException.queue(directory, error);
    }
}
