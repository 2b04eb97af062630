package dev.sluice.packages;

import dev.sluice.testsupport.Child;
import dev.sluice.testsupport.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Runs programs to their end. Their environment is what they are given, and nothing of the build's. */
final class Ran {

    private Ran() {}

    static Child of(Path directory, Map<String, String> environment, List<String> command)
            throws IOException, InterruptedException {
        return Program.of(command)
                .in(directory)
                .withOnly(environment)
                .patience(Duration.ofMinutes(10))
                .run();
    }

    /** Returns the output of a program that is expected to succeed. */
    static String well(Path directory, String... command) throws IOException, InterruptedException {
        return of(directory, Map.of("PATH", System.getenv("PATH"), "TZ", "UTC"), List.of(command))
                .expectEnd(0);
    }
}
