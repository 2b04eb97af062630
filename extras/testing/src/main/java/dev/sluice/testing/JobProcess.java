package dev.sluice.testing;

import dev.sluice.internal.queue.files.Chronicle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A job that runs in a separate JVM, with the class path of this JVM, until the test kills it. */
final class JobProcess implements AutoCloseable {

    private final Process process;
    private final Path output;
    private final Class<?> main;

    private JobProcess(Process process, Path output, Class<?> main) {
        this.process = process;
        this.output = output;
        this.main = main;
    }

    static JobProcess start(Path output, Class<?> main, String... arguments) throws IOException {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(Chronicle.options());
        command.addAll(
                List.of("-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        return new JobProcess(
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start(),
                output,
                main);
    }

    boolean runs() {
        return process.isAlive();
    }

    /** Returns an error that contains the output of a job that ended too early. */
    AssertionError endedBefore(long answered) throws IOException {
        return new AssertionError(main.getName() + " ended with status " + process.exitValue() + " after " + answered
                + " answers, before it was to be killed. It wrote:\n" + Files.readString(output));
    }

    /** Kills the process as kill -9 does, and waits for its end. */
    @Override
    public void close() {
        process.destroyForcibly();
        boolean interrupted = false;
        while (process.isAlive()) {
            try {
                process.waitFor();
            } catch (final InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
