package dev.sluice.internal.queue.files;

import jnr.ffi.Runtime;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.core.Jvm;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.wire.Wire;
import net.openhft.chronicle.wire.WireType;

/** Chronicle's library in this process: its settings, which are system properties, and the loading of its classes. */
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

    private static void setDefault(String property) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, "true");
        }
    }
}
