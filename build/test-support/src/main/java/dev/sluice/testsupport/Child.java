package dev.sluice.testsupport;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A child process that a {@code Program} has started. For one thread, apart from {@link #onDeath}. */
public final class Child implements AutoCloseable {

    /** The exit code after SIGTERM: 128 + 15. */
    public static final int TERMINATED = 143;

    /** The exit code after SIGKILL: 128 + 9. */
    public static final int KILLED = 137;

    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(30);
    private static final long LOOK_MILLIS = 2;
    private static final int LINES_SHOWN = 15;

    /** A suspended process does not see that this JVM has ended. */
    private static final Set<Child> SUSPENDED = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> SUSPENDED.forEach(Child::kill), "suspended-children"));
    }

    private final String name;
    private final boolean hasStarter;
    private final Optional<Path> faultFile;
    private final Duration patience;
    private final Path log;
    private final long logBefore;
    private final long startNanos;
    private final Process process;
    private final CompletableFuture<Void> lines = new CompletableFuture<>();
    private long heard;
    private volatile boolean told;

    /** The traits of a program that matter when it runs. */
    record Traits(
            String name,
            boolean hasStarter,
            Optional<Path> faultFile,
            Duration patience,
            Optional<Consumer<String>> lines) {}

    /** @param logBefore the size of the log at the start */
    Child(Traits program, Path log, long logBefore, long startNanos, Process process) {
        this.name = program.name;
        this.hasStarter = program.hasStarter;
        this.faultFile = program.faultFile;
        this.patience = program.patience;
        this.log = log;
        this.logBefore = logBefore;
        this.startNanos = startNanos;
        this.process = process;
        this.heard = logBefore;
        program.lines.ifPresentOrElse(this::pass, () -> lines.complete(null));
    }

    private void pass(Consumer<String> said) {
        final Thread reader = new Thread(
                () -> {
                    try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
                        output.lines().forEach(said);
                    } catch (final IOException e) {
                        throw new UncheckedIOException(e);
                    } finally {
                        lines.complete(null);
                    }
                },
                name + "-lines");
        reader.setDaemon(true);
        reader.start();
    }

    public Process process() {
        return process;
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Returns the time of the start. */
    public long startNanos() {
        return startNanos;
    }

    /** Returns the exit code of the ended process. */
    public int status() {
        return process.exitValue();
    }

    /** Returns what the process has written to its log. */
    public String said() {
        try {
            return new String(saidFrom(logBefore), StandardCharsets.UTF_8);
        } catch (final IOException e) {
            return "(" + e + ")";
        }
    }

    private byte[] saidFrom(long position) throws IOException {
        if (Files.size(log) == position) {
            return new byte[0]; // spares the opening of the file
        }
        try (SeekableByteChannel channel = Files.newByteChannel(log).position(position);
                InputStream bytes = Channels.newInputStream(channel)) {
            return bytes.readAllBytes();
        }
    }

    public boolean hasSaid(String text) {
        return said().contains(text);
    }

    /** Waits until the log of the process contains a text. */
    public Child awaitSaid(String text) throws InterruptedException {
        return await("'" + text + "' in its output", () -> hasSaid(text));
    }

    /** Waits for the next line of the log that starts with a text, and returns the rest of the line. */
    public String awaitLine(String start) throws IOException, InterruptedException {
        return awaitLine(start, patience)
                .orElseThrow(() -> failed("has not written '" + start + "' in " + patience.toSeconds() + " s"));
    }

    /**
     * Waits for the next line of the log that starts with a text, and returns the rest of the line; empty if there is none in time.
     *
     * @throws IllegalStateException if the process ends without that line
     */
    public Optional<String> awaitLine(String start, Duration longest) throws IOException, InterruptedException {
        final long begun = System.nanoTime();
        while (true) {
            final boolean ended = !process.isAlive();
            final String text = new String(saidFrom(heard), StandardCharsets.ISO_8859_1); // a character for each byte
            for (int end = text.indexOf('\n'), from = 0; end >= 0; from = end + 1, end = text.indexOf('\n', from)) {
                final String line = utf8(text.substring(from, end));
                heard += end + 1 - from;
                if (line.startsWith(start)) {
                    return Optional.of(line.substring(start.length()).strip());
                }
            }
            if (ended) {
                throw failed("has not written '" + start + "'");
            } else if (System.nanoTime() - begun >= longest.toNanos()) {
                return Optional.empty();
            }
            process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private static String utf8(String bytes) {
        return new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }

    /** Something for which {@link #await} waits. */
    @FunctionalInterface
    public interface Condition<E extends Exception> {
        boolean holds() throws E;
    }

    /**
     * Waits until a condition holds.
     *
     * @param what completes the message "waited for ..."
     * @throws IllegalStateException if the process ends before, or the condition does not hold in time
     */
    public <E extends Exception> Child await(String what, Condition<E> condition) throws E, InterruptedException {
        final long begun = System.nanoTime();
        while (true) {
            final boolean ended = !process.isAlive();
            if (condition.holds()) {
                return this;
            } else if (ended || System.nanoTime() - begun > patience.toNanos()) {
                throw failed("was waited for: " + what + (ended ? "" : ", for " + patience.toSeconds() + " s"));
            }
            process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private IllegalStateException failed(String how) {
        return new IllegalStateException(name + " " + how + ". " + described());
    }

    /** Whether the process waits at its fault point. */
    public boolean isAtFaultPoint() {
        return faultFile.filter(Files::exists).isPresent();
    }

    /** Waits until the process stops at its fault point. */
    public Child awaitFaultPoint() throws InterruptedException {
        return await("its fault point", this::isAtFaultPoint);
    }

    /** Waits until the process ends with any status, and returns what it has written. A process that does not end is killed. */
    public String awaitEnd() throws InterruptedException {
        if (!process.waitFor(patience.toNanos(), TimeUnit.NANOSECONDS)) {
            final IllegalStateException late = failed("has not ended in " + patience.toSeconds() + " s");
            kill();
            throw late;
        }
        lines.join();
        return said();
    }

    /** Waits until the process ends, and returns what it has written. The process must end with the given status. */
    public String expectEnd(int status) throws InterruptedException {
        final String said = awaitEnd();
        if (status() != status) {
            throw new IllegalStateException(
                    name + " ended with status " + status() + " instead of " + status + ": " + said);
        }
        return said;
    }

    /** Waits for the end and the last line. Returns whether the process has ended in time with the given status. */
    public boolean ends(int status) throws InterruptedException {
        if (!process.waitFor(patience.toNanos(), TimeUnit.NANOSECONDS)) {
            return false;
        }
        lines.join();
        return status() == status;
    }

    /** Writes a line to the standard input; does nothing if the process has ended. */
    public void tell(String line) throws IOException {
        try {
            process.outputWriter(StandardCharsets.UTF_8).append(line + "\n").flush();
        } catch (final IOException e) {
            if (isAlive()) {
                throw e;
            }
        }
    }

    /**
     * Sends a signal, such as {@code STOP}, to the process; if it has a starter, to the last process that was started by it. Does
     * nothing if that process has ended.
     */
    public void signal(String signal) throws IOException, InterruptedException {
        if (signal.equals("STOP")) {
            SUSPENDED.add(this);
        } else if (signal.equals("CONT")) {
            SUSPENDED.remove(this);
        }
        final ProcessHandle own = process.toHandle();
        final ProcessHandle target = hasStarter ? own.descendants().reduce(own, (before, last) -> last) : own;
        try {
            Processes.signal(target, signal);
        } catch (final IOException e) {
            if (target.isAlive()) {
                throw e;
            }
        }
    }

    /** Describes whether the process is running or how it ended, and adds the last lines of its log, without stack traces. */
    public String described() {
        final List<String> last =
                said().lines().filter(line -> !line.startsWith("\t")).toList();
        return name + " (process " + pid() + ") " + (isAlive() ? "runs" : "ended with status " + status())
                + ". The last lines of " + log + ":\n  "
                + String.join("\n  ", last.subList(Math.max(0, last.size() - LINES_SHOWN), last.size()));
    }

    /** If the process ends before {@link #kill} or {@link #stop} is called, passes {@link #described} on, on another thread. */
    public void onDeath(Consumer<String> receiver) {
        process.onExit().thenRun(() -> {
            if (!told) {
                receiver.accept(described());
            }
        });
    }

    /** Stops the process by SIGTERM, or by SIGKILL if it does not end within 30 s. Returns its status. */
    public int stop() {
        told = true;
        process.toHandle().destroy();
        if (!Processes.awaitEnd(process.toHandle(), STOP_TIMEOUT)) {
            kill();
        }
        return process.onExit().join().exitValue();
    }

    /**
     * Ends the process by SIGKILL, and waits for its end and for its last line, even if this thread is interrupted. Returns whether
     * the signal ended the process.
     */
    public boolean kill() {
        told = true;
        process.toHandle().destroyForcibly(); // Process.destroyForcibly would close the unread output, too
        process.onExit().join();
        lines.join();
        SUSPENDED.remove(this);
        return status() == KILLED;
    }

    @Override
    public void close() {
        kill();
    }
}
