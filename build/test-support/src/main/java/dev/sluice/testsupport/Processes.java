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

/**
 * Finds processes by files that identify them, sends them signals, and waits for their end. The processes need not be children of
 * this JVM.
 */
public final class Processes {

    private static final long LOOK_MILLIS = 50;

    private Processes() {}

    /** Returns the identity of a process, to be stored in a file. It includes the start time, because process ids are reused. */
    public static String identity(ProcessHandle process) {
        return process.pid() + " "
                + process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }

    /** Returns the living process that a file identifies, or empty if the file does not exist or the process has ended. */
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
     * @param name the name of the signal without SIG
     * @throws IOException if the signal cannot be sent, for example because the process has ended
     */
    public static void signal(ProcessHandle process, String name) throws IOException, InterruptedException {
        final Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (kill.waitFor() != 0) {
            throw new IOException("signal " + name + " cannot be sent to process " + process.pid());
        }
    }

    /**
     * Whether a process has ended. A zombie also counts as ended. A zombie is a process that has ended, but stays in the process
     * table without a command, because its parent does not wait for it; for example, the first process of a container may not
     * wait for orphans.
     */
    public static boolean hasEnded(ProcessHandle process) {
        return !process.isAlive() || process.info().command().isEmpty();
    }

    /**
     * Waits at most the given time for the end of a process, and returns whether it has ended. If this thread is interrupted
     * meanwhile, the wait continues, and the interrupt is set again afterwards.
     */
    public static boolean awaitEnd(ProcessHandle process, Duration longest) {
        final long deadline = System.nanoTime() + longest.toNanos();
        boolean interrupted = false;
        while (!hasEnded(process) && System.nanoTime() - deadline < 0) {
            try {
                process.onExit().get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
            } catch (final InterruptedException e) {
                interrupted = true;
            } catch (final TimeoutException | ExecutionException e) {
                continue; // the loop checks again
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return hasEnded(process);
    }
}
