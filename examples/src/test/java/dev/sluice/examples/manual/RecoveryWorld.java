package dev.sluice.examples.manual;

import dev.sluice.testsupport.LocalPorts;
import dev.sluice.testsupport.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** The directory in which the stories take place: the launcher, a configuration, a job, a database, and a disk to fill. */
final class RecoveryWorld implements AutoCloseable {

    private final Path directory;
    private final Shell shell;

    RecoveryWorld(Path parent) throws IOException {
        directory = Files.createTempDirectory(Files.createDirectories(parent), "recovery-");
        final int port = LocalPorts.free();
        final Launcher launcher = Launcher.in(directory);
        launcher.script("job", "exec " + Launcher.java() + " " + NightJob.class.getName() + " \"$@\"\n");
        launcher.script(
                "database", """
                if [ "$1" = start ]; then
                    %1$s serve >database.log 2>&1 &
                    until [ -f %2$s ]; do
                        kill -0 $! || { cat database.log; exit 1; }
                        sleep 0.1
                    done
                    exit
                fi
                exec %1$s "$@"
                """.formatted(Launcher.java() + " " + NightDatabase.class.getName(), NightDatabase.READY));
        // The disk that the tests run on has better things to do than to be full: what is full is above its first half.
        launcher.script("fill-the-disk", """
                kilobytes=$(df -Pk . | awk 'END { print $4 }')
                dump=$((kilobytes / 2 < 4194304 ? kilobytes / 2 : 4194304))
                echo $(((kilobytes - dump / 2) * 1024)) >%s
                fallocate -l "${dump}K" some-dump
                """.formatted(NightJob.RESERVE));
        Files.writeString(directory.resolve("gateway.yaml"), """
                name: letters
                queues:
                  path: data/queues
                databases:
                  main:
                    url: jdbc:hsqldb:hsql://127.0.0.1:%d/letters
                    user: SA
                    maxBackoff: 500ms
                lookups:
                  customer:
                    sql: SELECT first_name, last_name FROM customer WHERE id = ?
                    types: [long]
                    reads: [customer]
                statements:
                  last-letter:
                    sql: UPDATE contract SET last_letter = ? WHERE id = ?
                    types: [date, long]
                    reads: []
                    writes: [contract]
                """.formatted(port));
        shell = new Shell(directory, Map.of("DATABASE_PORT", String.valueOf(port), "SLUICE_LOG_LEVEL", "info"));
    }

    Shell shell() {
        return shell;
    }

    /** Returns the gateway's log, for a message. */
    String log() throws IOException {
        final Path file = directory.resolve("gateway.log");
        return Files.exists(file) ? Files.readString(file) : "";
    }

    @Override
    public void close() throws IOException {
        shell.close();
        final Path database = directory.resolve(NightDatabase.READY);
        if (Files.exists(database)) {
            final Optional<ProcessHandle> process =
                    ProcessHandle.of(Long.parseLong(Files.readString(database).strip()));
            process.ifPresent(ProcessHandle::destroyForcibly);
            process.ifPresent(it -> it.onExit().join());
        }
        Trees.delete(directory);
    }
}
