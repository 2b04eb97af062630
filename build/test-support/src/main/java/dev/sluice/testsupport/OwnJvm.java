package dev.sluice.testsupport;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A JVM of its own with the class path of this one, which ends with this one at the latest. Any thread. */
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
     * Starts one.
     *
     * @param name its name in messages
     * @param log takes what it says, after what is there
     * @param options of Java
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
     * Waits until it says that.
     *
     * @throws IOException if it ends before, or does not say it in time
     */
    public void awaitSaid(String text, long seconds) throws IOException, InterruptedException {
        final long begun = System.nanoTime();
        while (!hasSaid(text)) {
            if (process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                throw new IOException(described());
            } else if (System.nanoTime() - begun > TimeUnit.SECONDS.toNanos(seconds)) {
                throw new IOException("after " + seconds + " s it has not begun to work: " + described());
            }
        }
    }

    boolean hasSaid(String text) {
        return said().contains(text);
    }

    /** Waits for its end, which must be one without an error. */
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

    /** Says in a sentence how it is, or how it ended, with the last lines of its log, without those of stack traces. */
    public String described() {
        final List<String> lines =
                said().lines().filter(line -> !line.startsWith("\t")).toList();
        return name + " (process " + process.pid() + ") "
                + (process.isAlive() ? "runs" : "ended with status " + process.exitValue())
                + ". The last lines of " + log + ":\n  "
                + String.join("\n  ", lines.subList(Math.max(0, lines.size() - LINES_SHOWN), lines.size()));
    }

    /** Tells how it ended, on another thread, if it ends before it is killed here. */
    public void onDeath(Consumer<String> told) {
        process.onExit().thenRun(() -> {
            if (!killed) {
                told.accept(described());
            }
        });
    }

    /** Ends it as {@code kill -9} does, and returns when it has ended; an interrupt is kept for later. */
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
