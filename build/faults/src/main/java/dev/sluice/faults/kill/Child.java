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

/**
 * A separate JVM that the test kills. It ends when this JVM ends, or earlier. For one thread, apart from the shutdown hook and
 * the thread that reads the output.
 */
public final class Child implements AutoCloseable {

    /** The exit code after SIGKILL: 128 + 9. */
    private static final int KILLED = 137;
    /** The exit code after SIGTERM: 128 + 15. */
    private static final int TERMINATED = 143;

    /** A child lives for about a second, so that time for compiler optimization would be wasted. */
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
     * @param log the file for its standard error; the child creates a file beside it when it reaches its fault point
     * @param point the fault point and the count at which the child stops there, as {@code name:nth}; empty for none
     * @param main the child's main class
     * @param arguments the arguments of the main class
     * @param said receives each line of its standard output, on a separate thread
     */
    public static Child start(
            String name, Path log, String point, Class<?> main, List<String> arguments, Consumer<String> said)
            throws IOException {
        return start(name, log, point, Map.of(), main, arguments, said);
    }

    /**
     * Starts a child with more environment variables.
     *
     * @param environment variables added to those of this process
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

    /** Writes a line to the child's standard input; does nothing if the child has ended. */
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

    /** Kills the child by SIGKILL, and waits for its end and last output. Returns whether the kill ended the process. */
    public boolean kill() throws InterruptedException {
        process.toHandle().destroyForcibly(); // Process.destroyForcibly would close the unread output, too
        final int exitCode = process.waitFor();
        lines.join();
        forget();
        return exitCode == KILLED;
    }

    /** Suspends the child, as {@code kill -STOP} does, until {@link #proceed}. */
    public void pause() throws IOException, InterruptedException {
        Processes.signal(process, "STOP");
    }

    public void proceed() throws IOException, InterruptedException {
        Processes.signal(process, "CONT");
    }

    /** Waits for the end and the last output. Returns whether the process ended in time with the given exit code. */
    public boolean ended(int exitCode) throws InterruptedException {
        if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
            return false;
        }
        lines.join();
        return process.exitValue() == exitCode;
    }

    /** Stops the child by SIGTERM, and returns whether it ended in order. */
    public boolean stop() throws InterruptedException {
        process.destroy();
        return ended(TERMINATED);
    }

    /** Returns the state of the process and its last output, for a message. */
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
            // This JVM is ending: the hook runs anyway, and finds that the process has ended.
        }
    }
}
