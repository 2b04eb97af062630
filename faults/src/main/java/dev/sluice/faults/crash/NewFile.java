package dev.sluice.faults.crash;

import java.io.File;
import java.nio.file.Path;

/** Watches a queue's directory for files to appear; to be asked without a pause, as making one takes milliseconds. */
final class NewFile {

    private final File directory;
    private int known;

    NewFile(Path directory) {
        this.directory = directory.toFile();
        this.known = count();
    }

    /** How many files came since the last call, or since this was made; one that came and went counts as none. */
    int appeared() {
        final int now = count();
        final int appeared = Math.max(0, now - known);
        known = now;
        return appeared;
    }

    private int count() {
        final String[] names = directory.list((parent, name) -> name.endsWith(".cq4"));
        return names == null ? 0 : names.length;
    }
}
