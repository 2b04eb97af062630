package dev.sluice.perf;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The gateway's program, and beside it a thread that tells how much heap is in use after a collection, when asked. */
final class WatchedGateway {

    private static final Path STATUS = Path.of("/proc/self/status");

    private WatchedGateway() {}

    public static void main(String[] args) {
        final Thread watch = new Thread(WatchedGateway::answer, "heap-watch");
        watch.setDaemon(true);
        watch.start();
        dev.sluice.service.Main.main(args);
    }

    private static void answer() {
        final BufferedReader questions = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try {
            while (questions.readLine() != null) {
                System.gc();
                ChildJvm.say(
                        ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() + " " + residentBytes());
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What the process has in memory, its mapped queue files included; -1 where the system does not tell. */
    private static long residentBytes() throws IOException {
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
}
