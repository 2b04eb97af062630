package dev.sluice.queue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedSet;
import java.util.TreeSet;

/** Which processes have locks on a file, as Linux lists them: shared locks name their holders nowhere else. */
final class FileLocks {

    private static final Path LIST = Path.of("/proc/locks");
    private static final int FIELDS = 6;
    private static final int PID = 4;
    private static final int DEVICE_AND_INODE = 5;

    private FileLocks() {}

    /** Their ids. None where the system does not say, and none of other containers: no proof that there are none. */
    static SortedSet<Long> holders(Path file) {
        final SortedSet<Long> pids = new TreeSet<>();
        try {
            final String inode = ":" + Files.getAttribute(file, "unix:ino");
            for (final String line : Files.readAllLines(LIST, StandardCharsets.US_ASCII)) {
                final String[] fields = line.split("\\s+");
                final boolean holds = fields.length > FIELDS && !fields[1].equals("->"); // that one waits
                if (holds && fields[DEVICE_AND_INODE].endsWith(inode)) {
                    pids.add(Long.parseLong(fields[PID]));
                }
            }
        } catch (final IOException | RuntimeException e) {
            return new TreeSet<>(); // another system, or a list of another form
        }
        return pids;
    }
}
