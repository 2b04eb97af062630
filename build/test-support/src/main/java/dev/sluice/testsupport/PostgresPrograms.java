package dev.sluice.testsupport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Runs PostgreSQL's commands on the directory of one server. */
final class PostgresPrograms {

    static final String USER = "postgres";

    private static final int COMMAND_TIMEOUT_SECONDS = 120;
    private static final int LOG_LINES_SHOWN = 20;

    /**
     * Options to sort strings by code point. Releases before 17 do not have them, and sort in this way with the locale {@code C}.
     */
    private static final List<String> NEWER =
            List.of("--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--no-instructions");

    private final ServerDirectory directory;
    private final RunAs runAs;
    private final Path binaries;
    private final List<String> newer;

    PostgresPrograms(ServerDirectory directory, Optional<Path> release, RunAs runAs) throws IOException {
        this.directory = directory;
        this.runAs = runAs;
        this.binaries = ServerDirectory.binaries(release);
        this.newer = release.isEmpty() ? NEWER : List.of();
    }

    /**
     * Creates the database cluster if there is none. It uses UTF-8 and sorts strings by code point, whatever the system's locales
     * are.
     */
    void initialize() throws IOException {
        if (Files.exists(directory.data())) {
            return;
        }
        // The directory gets its final name only when it is complete. So after a kill, that name never belongs to an
        // incomplete directory.
        final Path unfinished = directory.root().resolve("data-unfinished");
        Trees.delete(unfinished);
        final List<String> command = new ArrayList<>(List.of(
                program("initdb"),
                "--pgdata=" + unfinished,
                "--username=" + USER,
                "--auth=trust",
                "--encoding=UTF8",
                "--locale=C",
                "--no-sync"));
        command.addAll(newer);
        run(command);
        Files.move(unfinished, directory.data(), StandardCopyOption.ATOMIC_MOVE);
    }

    /**
     * Creates the database cluster of a standby, as {@code pg_basebackup} does. It copies the files of the running primary, and
     * writes the backup label, which tells from which position on the standby needs the primary's log.
     *
     * @param primary the JDBC URL of the primary
     * @param port the port of the primary
     * @param data the data directory of the primary
     */
    void copy(String primary, int port, Path data) throws IOException {
        try (Connection connection = DriverManager.getConnection(primary, USER, "");
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_backup_start('standby', true)");
            Trees.copy(data, directory.data());
            final String label;
            try (ResultSet stopped = statement.executeQuery("SELECT labelfile FROM pg_backup_stop(false)")) {
                stopped.next();
                label = stopped.getString(1);
            }
            Files.writeString(directory.data().resolve("backup_label"), label);
        } catch (final SQLException e) {
            throw new IOException("The backup of the primary failed", e);
        }
        Files.deleteIfExists(directory.data().resolve("postmaster.pid"));
        Files.createFile(directory.data().resolve("standby.signal"));
        Files.writeString(
                directory.data().resolve("postgresql.auto.conf"),
                "primary_conninfo = 'host=127.0.0.1 port=" + port + " user=" + USER + "'\n");
        try (Stream<Path> all = Files.walk(directory.data())) {
            for (final Path path : all.toList()) {
                runAs.own(path);
            }
        }
    }

    /** Starts the server and waits until it answers. */
    void start(int port, boolean durable) throws IOException {
        final String onOff = durable ? "on" : "off";
        final String settings = "-p " + port
                + " -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c timezone=UTC -c max_connections=200"
                + " -c fsync=" + onOff + " -c synchronous_commit=" + onOff + " -c full_page_writes=" + onOff;
        control("start", "--log=" + directory.log(), "--options=" + settings);
    }

    /** Stops the server. Mode "fast" ends sessions and writes a checkpoint; "immediate" leaves the recovery to the next start. */
    void stop(String mode) throws IOException {
        control("stop", "--mode=" + mode);
    }

    private void control(String action, String... options) throws IOException {
        run(Stream.concat(
                        Stream.of(
                                program("pg_ctl"),
                                action,
                                "--pgdata=" + directory.data(),
                                "--wait",
                                "--timeout=" + COMMAND_TIMEOUT_SECONDS / 2,
                                "--silent"),
                        Stream.of(options))
                .toList());
    }

    private String program(String name) {
        return binaries.resolve("bin").resolve(name).toString();
    }

    private void run(List<String> command) throws IOException {
        // The output goes to a file, not to a pipe, because the started server would inherit the pipe and keep it open.
        final Program program = Program.of(runAs.command(command))
                .in(directory.root())
                .log(directory.root().resolve("command.log"))
                .patience(Duration.ofSeconds(COMMAND_TIMEOUT_SECONDS))
                .without(System.getenv().keySet().stream()
                        .filter(name -> name.startsWith("PG"))
                        .toArray(String[]::new))
                .with(Map.of("LC_ALL", "C"));
        final String said = String.join(" ", command);
        try {
            final Child ended = program.run();
            if (ended.status() != 0) {
                throw new IOException(said + " failed: " + ended.described() + "\n" + tail(directory.log()));
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("Interrupted in " + said, e);
        } catch (final IllegalStateException e) {
            throw new IOException(said + " failed\n" + tail(directory.log()), e);
        }
    }

    private static String tail(Path file) throws IOException {
        if (!Files.exists(file)) {
            return "";
        }
        final List<String> lines = Files.readAllLines(file);
        return String.join("\n", lines.subList(Math.max(0, lines.size() - LOG_LINES_SHOWN), lines.size())) + "\n";
    }
}
