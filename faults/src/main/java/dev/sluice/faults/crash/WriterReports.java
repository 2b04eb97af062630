package dev.sluice.faults.crash;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** What a writer's process says: the numbers of the requests it has written. Read on a thread of its own. */
final class WriterReports {

    private final Thread thread;
    private volatile long written;
    private volatile boolean lost;

    /** A process that goes on before that number has lost what an earlier one had written. */
    WriterReports(Process process, long before) {
        written = before;
        thread = new Thread(() -> read(process), "writer-reports");
        thread.setDaemon(true);
        thread.start();
    }

    private void read(Process process) {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                final long next = Long.parseLong(line);
                lost |= next < written;
                written = next;
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void end() throws InterruptedException {
        thread.join();
    }

    long written() {
        return written;
    }

    boolean lost() {
        return lost;
    }
}
