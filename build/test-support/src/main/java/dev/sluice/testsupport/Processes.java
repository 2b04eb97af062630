package dev.sluice.testsupport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** Processes that may not be children of this one: found by the file that names them, and waited for. */
public final class Processes {

    private static final long LOOK_MILLIS = 50;

    private Processes() {}

    /** The name of a process in a file: its id and its start, as ids are used again. */
    public static String identity(ProcessHandle process) {
        return process.pid() + " "
                + process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }

    /** The living process that a file names; empty if there is no file, or the process has ended. */
    public static Optional<ProcessHandle> namedBy(Path file) throws IOException {
        try {
            final String identity = Files.readString(file);
            return Stream.of(identity.split(" ")[0])
                    .filter(pid -> pid.matches("[0-9]{1,18}"))
                    .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid)).stream())
                    .filter(process -> identity(process).equals(identity))
                    .findFirst();
        } catch (final NoSuchFileException none) {
            return Optional.empty();
        }
    }

    /**
     * Sends a signal, as the command {@code kill} does.
     *
     * @param name without SIG
     * @throws IOException if it cannot be sent, as to a process that has ended
     */
    public static void signal(Process process, String name) throws IOException, InterruptedException {
        final int status = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
        if (status != 0) {
            throw new IOException("process " + process.pid() + " did not take the signal " + name);
        }
    }

    /**
     * Whether a process has ended. One that nobody waited for, as in a container whose first process does not wait for
     * orphans, stays in the system's table without a command.
     */
    public static boolean hasEnded(ProcessHandle process) {
        return !process.isAlive() || process.info().command().isEmpty();
    }

    /** Waits for the end of a process so long at most, and returns whether it came; an interrupt is kept for later. */
    public static boolean awaitEnd(ProcessHandle process, Duration longest) {
        final long deadline = System.nanoTime() + longest.toNanos();
        boolean interrupted = false;
        while (!hasEnded(process) && System.nanoTime() - deadline < 0) {
            try {
                process.onExit().get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
            } catch (final InterruptedException e) {
                interrupted = true;
            } catch (final TimeoutException | ExecutionException e) {
                continue; // it is looked at again
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return hasEnded(process);
    }
}
