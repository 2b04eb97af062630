package dev.sluice.testsupport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** PostgreSQL's own commands, run on one server's directory. */
final class PostgresPrograms {

    static final String USER = "postgres";

    private static final int COMMAND_TIMEOUT_SECONDS = 120;
    private static final int LOG_LINES_SHOWN = 20;

    private final ServerDirectory directory;
    private final RunAs runAs;
    private final Path binaries;

    PostgresPrograms(ServerDirectory directory, RunAs runAs) throws IOException {
        this.directory = directory;
        this.runAs = runAs;
        this.binaries = ServerDirectory.binaries();
    }

    /** Makes the database cluster if there is none: UTF-8, ordered by code point, with no need of the system's locales. */
    void initialize() throws IOException {
        if (Files.exists(directory.data())) {
            return;
        }
        // Renamed when complete, so that a kill in the middle leaves nothing that looks usable.
        final Path unfinished = directory.root().resolve("data-unfinished");
        Trees.delete(unfinished);
        run(List.of(
                program("initdb"),
                "--pgdata=" + unfinished,
                "--username=" + USER,
                "--auth=trust",
                "--encoding=UTF8",
                "--locale=C",
                "--locale-provider=builtin",
                "--builtin-locale=C.UTF-8",
                "--no-sync",
                "--no-instructions"));
        Files.move(unfinished, directory.data(), StandardCopyOption.ATOMIC_MOVE);
    }

    /** Starts the server and waits until it answers. */
    void start(int port, boolean durable) throws IOException {
        final String onOff = durable ? "on" : "off";
        final String settings = "-p " + port
                + " -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c timezone=UTC -c max_connections=200"
                + " -c fsync=" + onOff + " -c synchronous_commit=" + onOff + " -c full_page_writes=" + onOff;
        control("start", "--log=" + directory.log(), "--options=" + settings);
    }

    /** Stops the server. {@code mode}: "fast" ends sessions and writes a checkpoint, "immediate" leaves recovery to the next start. */
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
        // To a file, not a pipe: the server inherits it and would keep a pipe open.
        final Path output = directory.root().resolve("command.log");
        final ProcessBuilder builder = new ProcessBuilder(runAs.command(command))
                .directory(directory.root().toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("PG"));
        builder.environment().put("LC_ALL", "C");
        final Process process = builder.start();
        process.getOutputStream().close();
        try {
            if (!process.waitFor(COMMAND_TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw failure(command, "took more than " + COMMAND_TIMEOUT_SECONDS + " s", output);
            }
        } catch (final InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IOException("Interrupted in " + String.join(" ", command), e);
        }
        if (process.exitValue() != 0) {
            throw failure(command, "ended with status " + process.exitValue(), output);
        }
    }

    private IOException failure(List<String> command, String what, Path output) throws IOException {
        return new IOException(String.join(" ", command) + " " + what + "\n" + tail(output) + tail(directory.log()));
    }

    private static String tail(Path file) throws IOException {
        if (!Files.exists(file)) {
            return "";
        }
        final List<String> lines = Files.readAllLines(file);
        return String.join("\n", lines.subList(Math.max(0, lines.size() - LOG_LINES_SHOWN), lines.size())) + "\n";
    }
}
