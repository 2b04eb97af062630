package dev.sluice.packages;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A program that has ended. Its environment is what it is given, and nothing of the build's. */
record Ran(int status, String output) {

    static Ran of(Path directory, Map<String, String> environment, List<String> command)
            throws IOException, InterruptedException {
        final ProcessBuilder builder =
                new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().putAll(environment);
        final Process process = builder.start();
        process.getOutputStream().close();
        final String output = new String(process.getInputStream().readAllBytes());
        return new Ran(process.waitFor(), output);
    }

    /** Returns the output of a program that is expected to succeed. */
    static String well(Path directory, String... command) throws IOException, InterruptedException {
        final Ran ran = of(directory, Map.of("PATH", System.getenv("PATH"), "TZ", "UTC"), List.of(command));
        if (ran.status() != 0) {
            throw new AssertionError(List.of(command) + " ended with " + ran.status() + ": " + ran.output());
        }
        return ran.output();
    }
}
