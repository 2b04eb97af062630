package dev.sluice.faults.kill;

import dev.sluice.testsupport.JavaCommand;
import dev.sluice.testsupport.Processes;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A JVM of its own that is there to be killed; it ends with this one at the latest. One thread, but for its end. */
public final class Child implements AutoCloseable {

    /** 128 and SIGKILL. */
    private static final int KILLED = 137;
    /** 128 and SIGTERM. */
    private static final int TERMINATED = 143;

    /** A child lives for a second: time spent on optimizing is lost. */
    private static final List<String> OPTIONS = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx192m");

    private static final long STOP_SECONDS = 30;
    private static final int LINES_SHOWN = 15;

    private final String name;
    private final Path log;
    private final Process process;
    private final Path faultFile;
    private final long startNanos;
    private final Thread lines;
    private final Thread atExit;

    private Child(String name, Path log, Path faultFile, Process process, long startNanos, Consumer<String> said) {
        this.name = name;
        this.log = log;
        this.faultFile = faultFile;
        this.process = process;
        this.startNanos = startNanos;
        this.lines = new Thread(() -> read(process, said), name + "-lines");
        lines.setDaemon(true);
        lines.start();
        this.atExit = new Thread(process::destroyForcibly, name + "-end");
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /**
     * Starts a child.
     *
     * @param name the child's name in messages
     * @param log takes its standard error; beside it is the file that says that the process is at its fault point
     * @param point the fault point with how many times it is reached, as {@code name:nth}; empty for none
     * @param main its main class
     * @param arguments of that
     * @param said takes each line of its standard output, on a thread of its own
     */
    public static Child start(
            String name, Path log, String point, Class<?> main, List<String> arguments, Consumer<String> said)
            throws IOException {
        return start(name, log, point, Map.of(), main, arguments, said);
    }

    /**
     * Starts a child in an environment of its own.
     *
     * @param environment added to this one's
     */
    public static Child start(
            String name,
            Path log,
            String point,
            Map<String, String> environment,
            Class<?> main,
            List<String> arguments,
            Consumer<String> said)
            throws IOException {
        final Path faultFile = log.resolveSibling(name + ".fault");
        final List<String> options = new ArrayList<>(OPTIONS);
        if (!point.isEmpty()) {
            options.addAll(List.of("-Dsluice.faultPoint=" + point, "-Dsluice.faultFile=" + faultFile));
        }
        options.addAll(JavaCommand.SHARED_CLASSES);
        Files.deleteIfExists(faultFile);
        final long startNanos = System.nanoTime();
        final ProcessBuilder builder = new ProcessBuilder(JavaCommand.of(options, main.getName(), arguments))
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(environment);
        return new Child(name, log, faultFile, builder.start(), startNanos, said);
    }

    private static void read(Process process, Consumer<String> said) {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            lines.lines().forEach(said);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Process process() {
        return process;
    }

    /** Returns the time of the start. */
    public long startNanos() {
        return startNanos;
    }

    /** Writes a line to its standard input; nothing, once it has ended. */
    public void tell(String line) throws IOException {
        try {
            process.outputWriter(StandardCharsets.UTF_8).append(line + "\n").flush();
        } catch (final IOException e) {
            if (isAlive()) {
                throw e;
            }
        }
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Returns whether the process waits at its fault point. */
    public boolean isAtFaultPoint() {
        return faultFile.toFile().exists();
    }

    /** Kills by SIGKILL, and waits for the end and the last words. Returns whether the kill has ended the process. */
    public boolean kill() throws InterruptedException {
        process.toHandle().destroyForcibly(); // the process's own method also closes what it said and is not read yet
        final int exitCode = process.waitFor();
        lines.join();
        forget();
        return exitCode == KILLED;
    }

    /** Has it stand still, as {@code kill -STOP} does, until {@link #proceed}. */
    public void pause() throws IOException, InterruptedException {
        Processes.signal(process, "STOP");
    }

    public void proceed() throws IOException, InterruptedException {
        Processes.signal(process, "CONT");
    }

    /** Waits for the end with that exit code, and for the last words. Returns whether the process ended so. */
    public boolean ended(int exitCode) throws InterruptedException {
        if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
            return false;
        }
        lines.join();
        return process.exitValue() == exitCode;
    }

    /** Stops by SIGTERM, and returns whether the process ended in order. */
    public boolean stop() throws InterruptedException {
        process.destroy();
        return ended(TERMINATED);
    }

    /** Returns the state of the process, or its end, for a message, with its last words. */
    public String described() throws IOException {
        final List<String> lines = Files.exists(log) ? Files.readAllLines(log) : List.of();
        return "the " + name + (isAlive() ? " runs" : " ended with status " + process.exitValue()) + "; the end of "
                + log
                + ":\n    "
                + String.join("\n    ", lines.subList(Math.max(0, lines.size() - LINES_SHOWN), lines.size()));
    }

    @Override
    public void close() {
        process.destroyForcibly();
        forget();
    }

    private void forget() {
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (final IllegalStateException exiting) {
            // The JVM ends: the hook runs, and finds the process ended.
        }
    }
}
