package dev.sluice.testsupport;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A child JVM with the class path of this JVM. The child ends when this JVM ends, or earlier. Thread-safe. */
public final class OwnJvm implements AutoCloseable {

    private static final int LINES_SHOWN = 12;
    private static final long LOOK_MILLIS = 50;

    private final String name;
    private final Path log;
    private final long logBefore;
    private final Process process;
    private volatile boolean killed;

    private OwnJvm(String name, Path log, long logBefore, Process process) {
        this.name = name;
        this.log = log;
        this.logBefore = logBefore;
        this.process = process;
    }

    /**
     * Starts a child JVM.
     *
     * @param name the name of the JVM in messages
     * @param log the file to which the child's output is appended
     * @param options the options of the JVM
     */
    public static OwnJvm start(String name, Path log, List<String> options, String main, List<String> arguments)
            throws IOException {
        final List<String> all = new ArrayList<>(List.of(main));
        all.addAll(arguments);
        final long logBefore = Files.exists(log) ? Files.size(log) : 0;
        final Process process = new ProcessBuilder(JavaCommand.of(options, EndsWithParent.class.getName(), all))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        return new OwnJvm(name, log, logBefore, process);
    }

    public Process process() {
        return process;
    }

    /**
     * Waits until the output of the JVM contains a text.
     *
     * @throws IOException if the JVM ends without printing the text, or does not print it in time
     */
    public void awaitSaid(String text, long seconds) throws IOException, InterruptedException {
        final long begun = System.nanoTime();
        while (!hasSaid(text)) {
            if (process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                throw new IOException(described());
            } else if (System.nanoTime() - begun > TimeUnit.SECONDS.toNanos(seconds)) {
                throw new IOException("not ready after " + seconds + " s: " + described());
            }
        }
    }

    boolean hasSaid(String text) {
        return said().contains(text);
    }

    /** Waits until the JVM ends, and requires that it ends with status 0. */
    void awaitSuccess() throws IOException, InterruptedException {
        if (process.waitFor() != 0) {
            throw new IOException(described());
        }
    }

    private String said() {
        try {
            final byte[] all = Files.readAllBytes(log);
            return new String(all, (int) logBefore, all.length - (int) logBefore, StandardCharsets.UTF_8);
        } catch (final IOException e) {
            return "(" + e + ")";
        }
    }

    /** Describes whether the JVM is running or how it ended, and adds the last lines of its log, without stack traces. */
    public String described() {
        final List<String> lines =
                said().lines().filter(line -> !line.startsWith("\t")).toList();
        return name + " (process " + process.pid() + ") "
                + (process.isAlive() ? "runs" : "ended with status " + process.exitValue())
                + ". The last lines of " + log + ":\n  "
                + String.join("\n  ", lines.subList(Math.max(0, lines.size() - LINES_SHOWN), lines.size()));
    }

    /** If the JVM ends before {@link #kill} is called, passes {@link #described} to the consumer, on another thread. */
    public void onDeath(Consumer<String> told) {
        process.onExit().thenRun(() -> {
            if (!killed) {
                told.accept(described());
            }
        });
    }

    /** Ends the JVM as {@code kill -9} does, and waits for its end, even if this thread is interrupted. */
    public void kill() {
        killed = true;
        process.destroyForcibly();
        process.onExit().join();
    }

    @Override
    public void close() {
        kill();
    }
}
