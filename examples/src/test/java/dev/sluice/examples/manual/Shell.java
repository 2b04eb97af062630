package dev.sluice.examples.manual;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A shell in which commands are run one after the other, as a person types them. One thread. */
final class Shell implements AutoCloseable {

    /** A build that has to download everything takes minutes. */
    private static final long PATIENCE_SECONDS = 900;

    private static final String END = "--- end of command ";

    /** Runs a command so that the next one finds its exit code in {@code $?}. */
    private static final String STEP =
            "read -r -d '' command <'%s'; (exit $code); eval \"$command\" </dev/null; code=$?;" + " echo; echo '" + END
                    + "'$code\n";

    private final Process process;
    private final Writer input;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final Path command;

    Shell(Path directory, Map<String, String> environment) throws IOException {
        command = directory.resolve(".command");
        final ProcessBuilder builder = new ProcessBuilder("bash", "--norc")
                .directory(directory.toFile())
                .redirectErrorStream(true);
        builder.environment().putAll(environment);
        process = builder.start();
        input = process.outputWriter(StandardCharsets.UTF_8);
        input.write("code=0\n");
        final Thread reader = new Thread(this::read, "shell's output");
        reader.setDaemon(true);
        reader.start();
    }

    private void read() {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            output.lines().forEach(lines::add);
        } catch (final IOException | java.io.UncheckedIOException e) {
            lines.add("the shell's output cannot be read: " + e.getMessage());
        }
    }

    /**
     * Runs a command and gives what it printed.
     *
     * @throws IllegalStateException if it does not end
     */
    String run(String text) throws IOException, InterruptedException {
        Files.writeString(command, text);
        input.write(STEP.formatted(command));
        input.flush();
        final StringBuilder printed = new StringBuilder();
        while (true) {
            final String line = lines.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (line == null) {
                throw new IllegalStateException("'" + text + "' has not ended; it printed:\n" + printed);
            }
            if (line.startsWith(END)) {
                return printed.toString().stripTrailing();
            }
            printed.append(line).append('\n');
        }
    }

    /** Ends it, and all that it has started. */
    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
