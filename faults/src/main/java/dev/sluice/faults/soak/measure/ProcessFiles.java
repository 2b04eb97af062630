package dev.sluice.faults.soak.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The files of Linux about a process. */
record ProcessFiles(long pid) {

    private static final String DELETED = " (deleted)";

    static boolean areHere() {
        return Files.isReadable(Path.of("/proc/self/maps"));
    }

    private Path file(String name) {
        return Path.of("/proc", Long.toString(pid), name);
    }

    /** Adds the samples of a process; throws when it has ended. */
    void sample(String subject, Path queues, Samples samples) throws IOException {
        final List<String> status = Files.readAllLines(file("status"));
        final List<String> maps = queueFiles(queues);
        final long handles;
        try (Stream<Path> files = Files.list(file("fd"))) {
            handles = files.count();
        }
        samples.add(subject, Measure.ANONYMOUS, number(status, "RssAnon:") << 10);
        samples.add(subject, Measure.HANDLES, handles);
        samples.add(subject, Measure.MAPPED, maps.size());
        samples.add(
                subject,
                Measure.DELETED,
                maps.stream().filter(line -> line.endsWith(DELETED)).count());
        samples.add(subject, Measure.THREADS, number(status, "Threads:"));
    }

    private List<String> queueFiles(Path queues) throws IOException {
        try (Stream<String> lines = Files.lines(file("maps"))) {
            return lines.filter(line -> line.contains(queues.toString()) && line.contains(".cq4"))
                    .toList();
        }
    }

    private static long number(List<String> status, String name) throws IOException {
        return status.stream()
                .filter(line -> line.startsWith(name))
                .map(line -> line.substring(name.length()).strip().split(" ")[0])
                .mapToLong(Long::parseLong)
                .findFirst()
                .orElseThrow(() -> new IOException("it says no " + name + " any more")); // a zombie
    }
}
