package dev.sluice.faults.kill;

import dev.sluice.testsupport.JavaCommand;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM of its own that is there to be killed; it ends with this one at the latest. One thread, but for its end. */
public final class Child implements AutoCloseable {

    /** 128 and SIGKILL. */
    private static final int KILLED = 137;
    /** 128 and SIGTERM. */
    private static final int TERMINATED = 143;

    /** It lives for a second: time spent on optimizing is lost. */
    private static final List<String> OPTIONS = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx192m");

    /** The archive of classes with which the launcher has started this JVM. */
    private static final List<String> SHARED_CLASSES = ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(option -> option.startsWith("-XX:SharedArchiveFile=") || option.startsWith("-Xlog:cds"))
            .toList();

    private static final long STOP_SECONDS = 30;
    private static final int LINES_SHOWN = 15;

    private final String name;
    private final Path log;
    private final Process process;
    private final FaultFile fault;
    private final long startNanos;
    private final Thread atExit;

    private Child(String name, Path log, Process process, FaultFile fault, long startNanos) {
        this.name = name;
        this.log = log;
        this.process = process;
        this.fault = fault;
        this.startNanos = startNanos;
        this.atExit = new Thread(process::destroyForcibly, name + "-end");
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /**
     * Starts one.
     *
     * @param name what it is called in messages
     * @param log takes its standard error, and what else it has to say
     * @param fault where it is to stop
     * @param main its main class
     * @param arguments of that
     */
    public static Child start(String name, Path log, FaultFile fault, Class<?> main, List<String> arguments)
            throws IOException {
        final List<String> options = new ArrayList<>(OPTIONS);
        options.addAll(SHARED_CLASSES);
        options.addAll(fault.options());
        fault.clear();
        final long startNanos = System.nanoTime();
        final Process process = new ProcessBuilder(JavaCommand.of(options, main.getName(), arguments))
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        return new Child(name, log, process, fault, startNanos);
    }

    public Process process() {
        return process;
    }

    /** When it was started. */
    public long startNanos() {
        return startNanos;
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Whether it stands at its fault point. */
    public boolean isAtFaultPoint() {
        return fault.exists();
    }

    /** SIGKILL; returns when it is gone. Whether it was that which ended it. */
    public boolean kill() throws InterruptedException {
        process.toHandle().destroyForcibly(); // the process's own method also closes what it said and is not read yet
        final int exitCode = process.waitFor();
        forget();
        return exitCode == KILLED;
    }

    /** Waits for its end, with that exit code. Whether it came. */
    public boolean ended(int exitCode) throws InterruptedException {
        return process.waitFor(STOP_SECONDS, TimeUnit.SECONDS) && process.exitValue() == exitCode;
    }

    /** SIGTERM; whether it ended in order. */
    public boolean stop() throws InterruptedException {
        process.destroy();
        return ended(TERMINATED);
    }

    /** How it is, or ended, for a message, with its last words. */
    public String described() throws IOException {
        final List<String> lines = Files.exists(log) ? Files.readAllLines(log) : List.of();
        return name + (isAlive() ? " runs" : " ended with status " + process.exitValue()) + "; the end of " + log
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
