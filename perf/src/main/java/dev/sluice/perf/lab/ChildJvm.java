package dev.sluice.perf.lab;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.service.log.LogSetup;
import dev.sluice.testsupport.JavaCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A JVM of its own with this one's class path and access to the JDK's internals. Its output goes to a log file; what it
 * {@linkplain #say says}, a value as JSON, comes here. It ends with this JVM at the latest.
 */
public final class ChildJvm implements AutoCloseable {

    /** The start lines of a gateway are no part of a measurement. */
    private static final String QUIET = "-D" + LogSetup.LEVEL + "=warn";

    /** Set where JVMs are to be there soon, and need not be fast. */
    private static final String SOON = "sluice.perf.soon";

    /** Before a value; the second one is what the reference server of the examples says. */
    private static final List<String> SAID = List.of("perf: ", "listening on port ");

    private static final String ENDED = "";
    private static final long STOP_SECONDS = 30;
    private static final JsonMapper JSON = new JsonMapper();

    private final String name;
    private final Path log;
    private final Process process;
    private final BlockingQueue<String> said = new LinkedBlockingQueue<>();
    private final Thread endAtExit;

    private ChildJvm(String name, Path log, Process process) {
        this.name = name;
        this.log = log;
        this.process = process;
        this.endAtExit = new Thread(process::destroyForcibly, name + "-end");
        Runtime.getRuntime().addShutdownHook(endAtExit);
        final Thread copier = new Thread(this::copyOutput, name + "-log");
        copier.setDaemon(true);
        copier.start();
    }

    /**
     * Starts one.
     *
     * @param name of its log file
     * @param directory where the log goes
     * @param options of the JVM, such as its heap
     * @param main its main class
     * @param arguments of that, as their texts
     */
    public static ChildJvm start(String name, Path directory, List<String> options, Class<?> main, Object... arguments)
            throws IOException {
        final List<String> withLog = new ArrayList<>(options);
        withLog.add(QUIET);
        if (Boolean.getBoolean(SOON)) {
            withLog.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        }
        final List<String> command = JavaCommand.of(
                withLog,
                main.getName(),
                Arrays.stream(arguments).map(String::valueOf).toList());
        final Process process =
                new ProcessBuilder(command).redirectErrorStream(true).start();
        return new ChildJvm(name, directory.resolve(name + ".log"), process);
    }

    /** Called in the child: passes a value to the parent. */
    public static void say(Object value) {
        try {
            System.out.println(SAID.get(0) + JSON.writeValueAsString(value));
        } catch (final JsonProcessingException e) {
            throw new IllegalStateException("No JSON can be made of " + value, e);
        }
        System.out.flush();
    }

    /** From now on children start sooner and are never fast: for runs whose figures say nothing. */
    static void startSoon() {
        System.setProperty(SOON, "true");
    }

    /** The answer of the child to a value. */
    @FunctionalInterface
    public interface Answering<T> {
        Object answer(T told) throws Exception;
    }

    /** Called in the child: answers each value on its standard input, until there are no more. */
    public static <T> void answer(Class<T> type, Answering<T> answering) throws Exception {
        final BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            say(answering.answer(JSON.readValue(line, type)));
        }
    }

    /** Tells the child something. */
    private void tell(Object value) throws IOException {
        final Writer input = process.outputWriter(StandardCharsets.UTF_8);
        input.write(JSON.writeValueAsString(value) + "\n");
        input.flush();
    }

    /** Tells the child something and waits for its answer. */
    public <T> T ask(Object value, Class<T> answer, long timeoutSeconds) throws IOException, InterruptedException {
        tell(value);
        return hear(answer, timeoutSeconds);
    }

    /**
     * Returns the next value that the child says.
     *
     * @throws IllegalStateException if it ended, or said nothing in that time
     */
    public <T> T hear(Class<T> type, long timeoutSeconds) throws IOException, InterruptedException {
        return listen(type, timeoutSeconds).orElseThrow(() -> failed("said nothing"));
    }

    /**
     * Returns what the child says in that time, if it says something.
     *
     * @throws IllegalStateException if it ended before
     */
    public <T> Optional<T> listen(Class<T> type, long timeoutSeconds) throws IOException, InterruptedException {
        final String line = said.poll(timeoutSeconds, TimeUnit.SECONDS);
        if (ENDED.equals(line)) {
            throw failed("ended");
        }
        return line == null ? Optional.empty() : Optional.of(JSON.readValue(line, type));
    }

    /** Its process, for signals, and for what the system says of it. */
    public Process process() {
        return process;
    }

    /** Waits for its end, which must be a good one. */
    public void await(long timeoutSeconds) throws InterruptedException {
        if (!process.waitFor(timeoutSeconds, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw failed("did not end well");
        }
    }

    /** @throws IllegalStateException if it has ended */
    public void checkAlive() {
        if (!process.isAlive()) {
            throw failed("ended with code " + process.exitValue());
        }
    }

    private IllegalStateException failed(String how) {
        return new IllegalStateException(name + " " + how + "; its log: " + log + "\n" + lastLines());
    }

    /**
     * Does work that waits for what the child does: interrupted when the child ends meanwhile.
     *
     * @throws IllegalStateException if the child has ended
     */
    public <T> T whileAlive(Callable<T> work) throws Exception {
        final CompletableFuture<Void> end = process.onExit().thenRun(Thread.currentThread()::interrupt);
        try {
            return work.call();
        } catch (final Exception e) {
            checkAlive();
            throw e;
        } finally {
            end.cancel(false);
        }
    }

    /** Ends it in order; by force if that takes too long. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (final InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        try {
            Runtime.getRuntime().removeShutdownHook(endAtExit);
        } catch (final IllegalStateException exiting) {
            // The JVM ends: the hook runs, and finds the process ended.
        }
    }

    private void copyOutput() {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
                Writer file = Files.newBufferedWriter(log)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                final Optional<String> mark =
                        SAID.stream().filter(line::startsWith).findFirst();
                if (mark.isPresent()) {
                    said.add(line.substring(mark.get().length()));
                } else {
                    file.write(line + "\n");
                    file.flush();
                }
            }
        } catch (final IOException e) {
            return; // whoever waits for it hears that it ended
        } finally {
            said.add(ENDED);
        }
    }

    private String lastLines() {
        try {
            final List<String> lines = Files.readAllLines(log);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size()));
        } catch (final IOException e) {
            return "(" + e.getMessage() + ")";
        }
    }
}
