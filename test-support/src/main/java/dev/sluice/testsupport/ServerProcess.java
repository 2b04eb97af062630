package dev.sluice.testsupport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The running server of a data directory, known by the process id that PostgreSQL writes into it. */
final class ServerProcess {

    private static final int END_TIMEOUT_SECONDS = 20;

    private ServerProcess() {}

    static Optional<ProcessHandle> of(Path data) throws IOException {
        try {
            final List<String> lines = Files.readAllLines(data.resolve("postmaster.pid"));
            if (lines.isEmpty()) {
                return Optional.empty();
            }
            // A process id is used again after a while: what runs under it must be a PostgreSQL.
            return ProcessHandle.of(Long.parseLong(lines.get(0).strip()))
                    .filter(process -> process.info()
                            .command()
                            .map(path -> path.endsWith("postgres"))
                            .orElse(false));
        } catch (final NoSuchFileException stopped) {
            return Optional.empty();
        }
    }

    /** Ends a server and its sessions as {@code kill -9} does, and returns when they are gone. */
    static void kill(ProcessHandle server) {
        final List<ProcessHandle> sessions = server.descendants().toList();
        server.destroyForcibly();
        sessions.forEach(ProcessHandle::destroyForcibly);
        awaitEnd(server);
        sessions.forEach(ServerProcess::awaitEnd);
    }

    private static void awaitEnd(ProcessHandle process) {
        try {
            process.onExit().get(END_TIMEOUT_SECONDS, TimeUnit.SECONDS);
        } catch (final TimeoutException e) {
            throw new IllegalStateException(
                    "PostgreSQL process " + process.pid() + " was killed and has not ended in " + END_TIMEOUT_SECONDS
                            + " s",
                    e);
        } catch (final ExecutionException e) {
            throw new IllegalStateException("Cannot wait for PostgreSQL process " + process.pid(), e);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting for PostgreSQL process " + process.pid(), e);
        }
    }
}
