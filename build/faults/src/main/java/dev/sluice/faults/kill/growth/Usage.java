package dev.sluice.faults.kill.growth;

import dev.sluice.testsupport.Program;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The heap, handles and threads of some JVMs, and the disk space of their queues, at one moment. */
public record Usage(Map<Series, Long> values) {

    /**
     * Identifies one of the measured numbers.
     *
     * @param subject the process or the queues
     */
    record Series(String subject, Measure measure) {
        @Override
        public String toString() {
            return subject + ": " + measure;
        }
    }

    private static final Path JCMD = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    private static final Path PROC = Path.of("/proc");
    /**
     * Matches jcmd's line for each generation, or for the heap of collectors without generations. Other memory has no such line.
     */
    private static final Pattern USED = Pattern.compile("total \\d+K, used (\\d+)K");

    private static final Pattern THREADS = Pattern.compile("Threads:\\s+(\\d+)");

    /** Returns descriptions of the numbers that cannot be measured on this machine. */
    public static List<String> unavailable() {
        return Stream.of(
                        isProcHere() ? "" : "handles and threads: there is no /proc of Linux",
                        Files.isExecutable(JCMD) ? "" : "heap: this Java has no jcmd")
                .filter(text -> !text.isEmpty())
                .toList();
    }

    private static boolean isProcHere() {
        return Files.isReadable(PROC.resolve("self/status"));
    }

    /**
     * Measures the numbers; each heap is measured after a full collection, which takes about a second.
     *
     * @param processes the running processes by name
     */
    public static Usage read(Map<String, ProcessHandle> processes, Path queues)
            throws IOException, InterruptedException {
        final Map<Series, Long> values = new LinkedHashMap<>();
        for (final Map.Entry<String, ProcessHandle> process : processes.entrySet()) {
            final long pid = process.getValue().pid();
            if (Files.isExecutable(JCMD)) {
                values.put(new Series(process.getKey(), Measure.HEAP), heap(pid));
            }
            if (isProcHere()) {
                final Path files = PROC.resolve(Long.toString(pid));
                try (Stream<Path> handles = Files.list(files.resolve("fd"))) {
                    values.put(new Series(process.getKey(), Measure.HANDLES), handles.count());
                }
                final String status = Files.readString(files.resolve("status"));
                values.put(new Series(process.getKey(), Measure.THREADS), sum(THREADS, status));
            }
        }
        values.put(new Series("the queues", Measure.DISK), bytes(queues));
        return new Usage(values);
    }

    private static long sum(Pattern number, String text) {
        return number.matcher(text)
                .results()
                .mapToLong(found -> Long.parseLong(found.group(1)))
                .sum();
    }

    private static long heap(long pid) throws IOException, InterruptedException {
        jcmd(pid, "GC.run");
        final String said = jcmd(pid, "GC.heap_info");
        final long bytes = sum(USED, said) << 10;
        if (bytes == 0) {
            throw new IOException("the heap of process " + pid + " cannot be read; jcmd said: " + said);
        }
        return bytes;
    }

    private static String jcmd(long pid, String command) throws IOException, InterruptedException {
        return Program.of(JCMD.toString(), Long.toString(pid), command).run().said();
    }

    /** Returns the size of a directory; starts again if retention deletes a file meanwhile. */
    private static long bytes(Path directory) throws IOException {
        while (true) {
            try (Stream<Path> files = Files.walk(directory)) {
                return files.mapToLong(Usage::size).sum();
            } catch (final UncheckedIOException e) {
                if (!(e.getCause() instanceof NoSuchFileException)) {
                    throw e;
                }
            }
        }
    }

    private static long size(Path file) {
        try {
            return Files.isRegularFile(file) ? Files.size(file) : 0;
        } catch (final NoSuchFileException deleted) {
            return 0;
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
