package dev.sluice.replay.mishap;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The files of a pair of queues at an instant, by their names in it, without the zeros at their ends.
 *
 * @param files what they hold
 * @param lengths how long they are
 */
record Snapshot(Map<String, byte[]> files, Map<String, Long> lengths) {

    private static final List<String> LEFT_BY_LOCKS = List.of(".lock", ".part");

    /** The files that are there; copies that a repair kept, and lock files, are left out. */
    static Snapshot of(Path pair) throws IOException {
        final Map<String, byte[]> files = new TreeMap<>();
        final Map<String, Long> lengths = new TreeMap<>();
        try (Stream<Path> walk = Files.walk(pair)) {
            for (final Path file : walk.filter(Files::isRegularFile).toList()) {
                final String name = pair.relativize(file).toString();
                if (!name.startsWith("repair-") && LEFT_BY_LOCKS.stream().noneMatch(name::endsWith)) {
                    final byte[] bytes = Files.readAllBytes(file);
                    int used = bytes.length;
                    while (used > 0 && bytes[used - 1] == 0) {
                        used--;
                    }
                    files.put(name, Arrays.copyOf(bytes, used));
                    lengths.put(name, (long) bytes.length);
                }
            }
        }
        return new Snapshot(files, lengths);
    }

    /** The roll files of {@code in} or {@code out}, oldest first; directories within them are none of the queue's. */
    List<String> rolls(String queue) {
        return files.keySet().stream()
                .filter(name -> name.matches(queue + "/[^/]+\\.cq4"))
                .toList();
    }

    /** Writes all of them. */
    void writeTo(Path pair) throws IOException {
        for (final String name : files.keySet()) {
            write(name, pair.resolve(name));
        }
    }

    /** Writes one of them under a name of its own. */
    void write(String name, Path file) throws IOException {
        Files.createDirectories(file.getParent());
        Files.deleteIfExists(file);
        try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
            out.setLength(lengths.get(name));
            out.write(files.get(name));
        }
    }

    boolean isSame(Snapshot other) {
        return lengths.equals(other.lengths)
                && files.entrySet().stream()
                        .allMatch(file -> Arrays.equals(file.getValue(), other.files.get(file.getKey())));
    }

    static void delete(Path path) throws IOException {
        if (Files.exists(path)) {
            try (Stream<Path> files = Files.walk(path)) {
                for (final Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
