package dev.sluice.examples.manual;

import dev.sluice.testsupport.Child;
import dev.sluice.testsupport.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** A shell in which commands are run one after the other, as a person types them. One thread. */
final class Shell implements AutoCloseable {

    /** A build that has to download everything takes minutes. */
    private static final Duration PATIENCE = Duration.ofMinutes(15);

    private static final String END = "--- end of command ";

    /** Runs a command so that the next one finds its exit code in {@code $?}. */
    private static final String STEP =
            "read -r -d '' command <'%s'; (exit $code); eval \"$command\" </dev/null; code=$?;" + " echo; echo '" + END
                    + "'$code";

    private final Child process;
    private final Path command;

    Shell(Path directory, Map<String, String> environment) throws IOException {
        command = directory.resolve(".command");
        process = Program.of("bash", "--norc")
                .in(directory)
                .with(environment)
                .patience(PATIENCE)
                .start();
        process.tell("code=0");
    }

    /**
     * Runs a command and gives what it printed.
     *
     * @throws IllegalStateException if it does not end
     */
    String run(String text) throws IOException, InterruptedException {
        Files.writeString(command, text);
        final int before = process.said().length();
        process.tell(STEP.formatted(command));
        process.awaitLine(END);
        final String said = process.said();
        return said.substring(before, said.indexOf(END, before)).stripTrailing();
    }

    /** Ends it, and all that it has started. */
    @Override
    public void close() {
        process.process().descendants().forEach(ProcessHandle::destroyForcibly);
        process.kill();
    }
}
