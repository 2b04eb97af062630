package dev.sluice.faults.kill.bank;

import java.io.DataInputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Path;
import net.openhft.chronicle.wire.Wires;

/**
 * Watches a queue's directory for new files. Must be polled with short pauses, so that a process can be killed in the few
 * milliseconds in which it creates a file.
 */
final class NewFile {

    private static final String SUFFIX = ".cq4";

    private final File directory;
    private final long delayNanos;
    private long missing;
    private int known;

    /**
     * Watches from now on.
     *
     * @param files the number of files to wait for
     * @param delayNanos the delay after they have appeared
     */
    NewFile(Path directory, long files, long delayNanos) {
        this.directory = directory.toFile();
        this.delayNanos = delayNanos;
        this.missing = files;
        this.known = count();
    }

    /**
     * Returns whether the files have appeared; if so, waits for the delay first. A file that was deleted again does not count.
     */
    boolean appeared() {
        final int now = count();
        missing -= Math.max(0, now - known);
        known = now;
        if (missing > 0) {
            return false;
        }
        final long until = System.nanoTime() + delayNanos;
        while (System.nanoTime() < until) {
            Thread.onSpinWait();
        }
        return true;
    }

    /** Returns the number of files that were left half made. They have no header, because the header is written last. */
    static int halfMade(Path directory) throws IOException {
        int halfMade = 0;
        for (final File file : directory.toFile().listFiles((parent, name) -> name.endsWith(SUFFIX))) {
            try (DataInputStream bytes = new DataInputStream(new FileInputStream(file))) {
                if (file.length() < Integer.BYTES || Wires.isNotComplete(Integer.reverseBytes(bytes.readInt()))) {
                    halfMade++;
                }
            }
        }
        return halfMade;
    }

    private int count() {
        final String[] names = directory.list((parent, name) -> name.endsWith(SUFFIX));
        return names == null ? 0 : names.length;
    }
}
