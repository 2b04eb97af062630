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
 * A child JVM with the class path of this JVM and the same access to the JDK's internals. The child's output goes to a log file.
 * With {@link #say} the child sends values as JSON to this JVM. The child is killed when this JVM ends.
 */
public final class ChildJvm implements AutoCloseable {

    /** Keeps the start lines of a gateway out of the log. */
    private static final String QUIET = "-D" + LogSetup.LEVEL + "=warn";

    /** A system property. If it is set, child JVMs start quickly, but do not run fast. */
    private static final String SOON = "sluice.perf.soon";

    /** The prefixes of output lines that contain a value. The second prefix is that of the reference server in the examples. */
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
     * Starts a child JVM.
     *
     * @param name the name of its log file
     * @param directory the directory of the log file
     * @param options the options of the JVM, for example its heap size
     * @param main its main class
     * @param arguments the arguments of the main class, passed as strings
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
            throw new IllegalStateException("Cannot write as JSON: " + value, e);
        }
        System.out.flush();
    }

    /** Lets all further child JVMs start quickly, but without full optimization. This is for runs whose figures do not matter. */
    static void startSoon() {
        System.setProperty(SOON, "true");
    }

    /** Computes the child's answer to a value that the parent has sent. */
    @FunctionalInterface
    public interface Answering<T> {
        Object answer(T told) throws Exception;
    }

    /** Called in the child: answers each value that the parent sends to the standard input, until the input ends. */
    public static <T> void answer(Class<T> type, Answering<T> answering) throws Exception {
        final BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            say(answering.answer(JSON.readValue(line, type)));
        }
    }

    /** Sends a value to the child. */
    private void tell(Object value) throws IOException {
        final Writer input = process.outputWriter(StandardCharsets.UTF_8);
        input.write(JSON.writeValueAsString(value) + "\n");
        input.flush();
    }

    /** Sends a value to the child and waits for its answer. */
    public <T> T ask(Object value, Class<T> answer, long timeoutSeconds) throws IOException, InterruptedException {
        tell(value);
        return hear(answer, timeoutSeconds);
    }

    /**
     * Waits for the next value that the child sends.
     *
     * @throws IllegalStateException if the child ended, or sent nothing within the timeout
     */
    public <T> T hear(Class<T> type, long timeoutSeconds) throws IOException, InterruptedException {
        return listen(type, timeoutSeconds).orElseThrow(() -> failed("sent no value in time"));
    }

    /**
     * Waits for the next value that the child sends, and returns empty if it sends nothing within the timeout.
     *
     * @throws IllegalStateException if the child ended
     */
    public <T> Optional<T> listen(Class<T> type, long timeoutSeconds) throws IOException, InterruptedException {
        final String line = said.poll(timeoutSeconds, TimeUnit.SECONDS);
        if (ENDED.equals(line)) {
            throw failed("ended");
        }
        return line == null ? Optional.empty() : Optional.of(JSON.readValue(line, type));
    }

    /** The child's process, for signals and for information from the operating system. */
    public Process process() {
        return process;
    }

    /** Waits until the child ends, and requires that it ends with code 0. */
    public void await(long timeoutSeconds) throws InterruptedException {
        if (!process.waitFor(timeoutSeconds, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw failed("did not end with code 0");
        }
    }

    /** @throws IllegalStateException if the child has ended */
    public void checkAlive() {
        if (!process.isAlive()) {
            throw failed("ended with code " + process.exitValue());
        }
    }

    private IllegalStateException failed(String how) {
        return new IllegalStateException(name + " " + how + "; its log: " + log + "\n" + lastLines());
    }

    /**
     * Does work that depends on the child. If the child ends during the work, the calling thread is interrupted.
     *
     * @throws IllegalStateException if the work failed and the child has ended
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

    /** Asks the child to end, and kills it if it does not end in time. */
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
            // This JVM is shutting down: the hook runs, and finds that the process has ended.
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
            return; // callers that wait for a value get the end marker
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
