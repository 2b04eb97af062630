package dev.sluice.examples.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The signals that this process ignores, which the ones that it starts ignore too. A JVM that was started with a signal
 * ignored leaves it so, and installs no handler for it.
 */
final class IgnoredSignals {

    /** The signal of Ctrl-C. */
    static final int INT = 2;

    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String MASK = "SigIgn:";
    private static final int HEXADECIMAL = 16;

    private IgnoredSignals() {}

    /** Returns whether the signal is ignored; false where the system has no file that says so. */
    static boolean inherited(int signal) throws IOException {
        if (!Files.exists(STATUS)) {
            return false;
        }
        return Files.readAllLines(STATUS).stream()
                .filter(line -> line.startsWith(MASK))
                .map(line -> line.substring(MASK.length()).trim())
                .anyMatch(mask -> (Long.parseUnsignedLong(mask, HEXADECIMAL) >>> signal - 1 & 1) == 1);
    }
}
