package dev.sluice.faults.crash;

import java.io.File;
import java.nio.file.Path;

/** Watches a queue's directory for files to be made; to be asked without a pause, as making one takes milliseconds. */
final class NewFile {

    private final File directory;
    private final long delayNanos;
    private int missing;
    private int known;

    /**
     * Watches from now on.
     *
     * @param files how many must appear
     * @param delayNanos how long after that
     */
    NewFile(Path directory, int files, long delayNanos) {
        this.directory = directory.toFile();
        this.delayNanos = delayNanos;
        this.missing = files;
        this.known = count();
    }

    /** Whether they have appeared; waits for the delay then. One that was deleted again does not count. */
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

    private int count() {
        final String[] names = directory.list((parent, name) -> name.endsWith(".cq4"));
        return names == null ? 0 : names.length;
    }
}
