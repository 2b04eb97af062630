package dev.sluice.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** A program in a process of its own, with the class path of the tests. */
final class Program {

    static final String GATEWAY = "dev.sluice.service.Main";

    private Program() {}

    /** Starts it, with what it says after the end of that file. */
    static Process start(Path log, String main, String... arguments) throws IOException {
        return start(log, main, Map.of(), arguments);
    }

    static Process start(Path log, String main, Map<String, String> environment, String... arguments)
            throws IOException {
        final List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                main));
        command.addAll(Arrays.asList(arguments));
        final ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(environment);
        return builder.redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
    }

    /** Runs it to its end, which has to be with that code; returns what it said. */
    static String run(Path directory, int exitCode, Map<String, String> environment, String... arguments)
            throws IOException, InterruptedException {
        final Path log = Files.createTempFile(directory, "said", ".log");
        final int code = start(log, GATEWAY, environment, arguments).waitFor();
        final String said = Files.readString(log);
        assertEquals(exitCode, code, said);
        return said;
    }
}
