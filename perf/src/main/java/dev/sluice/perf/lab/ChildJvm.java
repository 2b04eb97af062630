package dev.sluice.perf.lab;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.service.log.LogSetup;
import dev.sluice.testsupport.Child;
import dev.sluice.testsupport.Program;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/** A {@link Child} that runs a part of a measurement. It sends values as JSON to this JVM, and answers values, if it wants to. */
public final class ChildJvm implements AutoCloseable {

    /** Keeps the start lines of a gateway out of the log. */
    private static final String QUIET = "-D" + LogSetup.LEVEL + "=warn";

    /** A system property. If it is set, child JVMs start quickly, but do not run fast. */
    private static final String SOON = "sluice.perf.soon";

    /** The prefix of an output line that contains a value. */
    private static final String SAID = "perf: ";

    private static final JsonMapper JSON = new JsonMapper();

    private final Child process;

    private ChildJvm(Child process) {
        this.process = process;
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
        return new ChildJvm(Program.java(main, arguments)
                .named(name)
                .log(directory.resolve(name + ".log"))
                .options(options)
                .options(QUIET)
                .options(Boolean.getBoolean(SOON) ? Program.QUICK : List.of())
                .start());
    }

    /** Called in the child: passes a value to the parent. */
    public static void say(Object value) {
        try {
            System.out.println(SAID + JSON.writeValueAsString(value));
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

    /** Sends a value to the child and waits for its answer. */
    public <T> T ask(Object value, Class<T> answer, long timeoutSeconds) throws IOException, InterruptedException {
        process.tell(JSON.writeValueAsString(value));
        return hear(answer, timeoutSeconds);
    }

    /**
     * Waits for the next value that the child sends.
     *
     * @throws IllegalStateException if the child ended, or sent nothing within the timeout
     */
    public <T> T hear(Class<T> type, long timeoutSeconds) throws IOException, InterruptedException {
        return listen(type, timeoutSeconds)
                .orElseThrow(() -> new IllegalStateException("No value in time. " + process.described()));
    }

    /**
     * Waits for the next value that the child sends, and returns empty if it sends nothing within the timeout.
     *
     * @throws IllegalStateException if the child ended
     */
    public <T> Optional<T> listen(Class<T> type, long timeoutSeconds) throws IOException, InterruptedException {
        final Optional<String> line = process.awaitLine(SAID, Duration.ofSeconds(timeoutSeconds));
        return line.isPresent() ? Optional.of(JSON.readValue(line.get(), type)) : Optional.empty();
    }

    /** The child's process, for signals and for information from the operating system. */
    public Child process() {
        return process;
    }

    /** @throws IllegalStateException if the child has ended */
    public void checkAlive() {
        if (!process.isAlive()) {
            throw new IllegalStateException(process.described());
        }
    }

    /**
     * Does work that depends on the child. If the child ends during the work, the calling thread is interrupted.
     *
     * @throws IllegalStateException if the work failed and the child has ended
     */
    public <T> T whileAlive(Callable<T> work) throws Exception {
        final CompletableFuture<Void> end = process.process().onExit().thenRun(Thread.currentThread()::interrupt);
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
        process.stop();
    }
}
