package dev.sluice.kafka;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A program in a process of its own, with the class path of the tests. */
final class Program {

    static final String GATEWAY = "dev.sluice.service.Main";

    private Program() {}

    /** Starts it, with what it says after the end of that file. */
    static Process start(Path log, String main, String... arguments) throws IOException {
        final List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                main));
        command.addAll(Arrays.asList(arguments));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
    }
}
