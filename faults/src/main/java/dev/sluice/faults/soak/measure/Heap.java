package dev.sluice.faults.soak.measure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** Asks JVMs how much of their heap is in use once all garbage is collected. */
final class Heap {

    private static final Path JCMD = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    /** A line of each generation or, in collectors without, of the heap; other memory has no total. */
    private static final Pattern USED = Pattern.compile("total \\d+K, used (\\d+)K");

    private final Path commands;

    /** Keeps a file in the directory. */
    Heap(Path directory) throws IOException {
        // In one go: each call is a JVM more.
        commands = Files.writeString(directory.resolve("heap.jcmd"), "GC.run\nGC.heap_info\n");
    }

    static boolean canBeAsked() {
        return Files.isExecutable(JCMD);
    }

    /** Has it collect; returns the bytes in use, or nothing when the process ends. */
    OptionalLong used(long pid) throws IOException, InterruptedException {
        final Process asked = new ProcessBuilder(JCMD.toString(), Long.toString(pid), "-f", commands.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            final String said = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (asked.waitFor() != 0) {
                return OptionalLong.empty();
            }
            final long kilobytes = USED.matcher(said)
                    .results()
                    .mapToLong(found -> Long.parseLong(found.group(1)))
                    .sum();
            return kilobytes == 0 ? OptionalLong.empty() : OptionalLong.of(kilobytes << 10);
        } finally {
            asked.destroyForcibly();
        }
    }
}
