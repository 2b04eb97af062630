package dev.sluice.internal.queue.files;

import dev.sluice.api.QueueException;
import dev.sluice.transport.UnreadableQueueException.CorruptQueueException;
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

/** Chronicle's library in this process: its settings, what it needs of the JVM, the loading of its classes, and its errors. */
public final class Chronicle {

    private Chronicle() {}

    /**
     * No banner on the user's console, and no call home: leaving its library out is not enough, the manifest of
     * Chronicle's own jar brings it back where it lies beside. Under {@code -ea} it would also remember every file it ever
     * opened, and look through them all at each opening. What the user has set stays.
     */
    public static void quiet() {
        setDefault("chronicle.announcer.disable");
        setDefault("chronicle.analytics.disable");
        setDefault("disable.ctl.orphan.tracking");
    }

    /**
     * Loads the native libraries that Chronicle calls, and makes no logger meanwhile. JNA runs a program of the system for
     * it. Once in a process; a second caller waits for the first.
     */
    public static void loadLibraries() {
        Libraries.loaded();
    }

    /** Loads what a process needs for its first queue. Once; a second caller waits for the first. */
    public static void load() {
        quiet();
        Classes.loaded();
    }

    /** Loads by its initialization, which one thread does. */
    private static final class Libraries {

        static {
            try {
                Runtime.getSystemRuntime();
                Class.forName("com.sun.jna.NativeLibrary");
            } catch (final ClassNotFoundException | LinkageError e) {
                // Chronicle does without them, or says what it lacks
            }
        }

        private Libraries() {}

        static void loaded() {}
    }

    /** Loads by its initialization, which one thread does. */
    private static final class Classes {

        static {
            loadLibraries(); // never on two threads: classes that need each other would wait for each other
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

    /** Begins {@link #loadLibraries} on a thread of its own; a pair that is opened waits for its end. */
    public static void loadLibrariesAhead() {
        begin(Chronicle::loadLibraries);
    }

    /**
     * Begins to load, on a thread of its own, what a process needs for its first queue; a pair that is opened waits for its
     * end. Makes loggers; reads and writes no queue.
     */
    public static void loadAhead() {
        LoggerFactory.getILoggerFactory(); // SLF4J holds back what one thread logs while another one sets it up
        begin(() -> {
            try {
                checkFlags();
                load();
            } catch (final QueueException | LinkageError e) {
                return; // whoever opens a pair is told
            }
        });
    }

    private static void begin(Runnable loading) {
        final Thread thread = new Thread(loading, "queue-classes");
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Checks what Chronicle needs of the JDK's internals, before it fails with an error that helps nobody.
     *
     * @throws QueueException if packages are closed; the message has the lines to copy, and says where to
     */
    public static void checkFlags() {
        JvmOptions.check(ChronicleQueue.class.getModule());
    }

    /** The options of a JVM that is to use Chronicle. */
    public static List<String> options() {
        return JvmOptions.all(ChronicleQueue.class.getModule());
    }

    private static void setDefault(String property) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, "true");
        }
    }

    /** Gives what Chronicle gives; what it throws as a queue's error: on damaged or missing files it may be anything. */
    public static <T> T translate(Path directory, Supplier<T> use) {
        try {
            return use.get();
        } catch (final Throwable e) {
            throw translated(directory, e);
        }
    }

    /** An error of Chronicle's as a queue's, unless it is not about the queue. */
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
        // A fault of the memory that a file is mapped to, and an assertion of Chronicle's, are about the queue.
        if (error instanceof Error fatal && !(error instanceof InternalError) && !(error instanceof AssertionError)) {
            throw fatal;
        }
        return CorruptQueueException.queue(directory, error);
    }
}
