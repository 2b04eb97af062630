package dev.sluice.perf.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What this process has in memory, and what a directory has on the disk, in bytes. */
public final class Memory {

    private static final Path STATUS = Path.of("/proc/self/status");

    private Memory() {}

    /** The heap in use, after a collection. */
    public static long heapBytes() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** What the process has in memory, its mapped queue files included; -1 where the system does not tell. */
    public static long residentBytes() throws IOException {
        if (!Files.isReadable(STATUS)) {
            return -1;
        }
        for (final String line : Files.readAllLines(STATUS)) {
            if (line.startsWith("VmRSS:")) {
                return Long.parseLong(line.replaceAll("\\D", "")) * 1024;
            }
        }
        return -1;
    }

    /** How long the files below a directory are together. */
    public static long fileBytes(Path directory) throws IOException {
        final List<Path> files;
        try (Stream<Path> all = Files.walk(directory)) {
            files = all.filter(Files::isRegularFile).toList();
        } catch (final UncheckedIOException e) {
            throw e.getCause();
        }
        long bytes = 0;
        for (final Path file : files) {
            try {
                bytes += Files.size(file);
            } catch (final NoSuchFileException e) {
                continue; // deleted meanwhile
            }
        }
        return bytes;
    }
}
