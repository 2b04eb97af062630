package dev.sluice.faults.kill;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** What a process says on its standard output, line for line, on a thread of its own. */
public final class SaidLines {

    private final Thread thread;

    /** Hands each line to the taker, as it comes, until the process ends. */
    public SaidLines(Process process, Consumer<String> taker) {
        thread = new Thread(() -> read(process, taker), "said-lines");
        thread.setDaemon(true);
        thread.start();
    }

    private static void read(Process process, Consumer<String> taker) {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                taker.accept(line);
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until everything is taken that was said. */
    public void end() throws InterruptedException {
        thread.join();
    }
}
