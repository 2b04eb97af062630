package dev.sluice.service;

import dev.sluice.client.GatewayClient;
import dev.sluice.service.config.ConfigFile;
import dev.sluice.service.config.GatewayConfig.DeclarationReview;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import picocli.CommandLine;

/** A gateway over a database in memory that an operator may have do something, and the operator. */
final class Operated implements AutoCloseable {

    static final String TOKEN = "a-token-of-this-test-only";

    private final Path directory;
    final Path file;
    final RunningGateway gateway;
    final GatewayClient client;

    /** @param more of the configuration */
    Operated(Path directory, String more) throws IOException {
        this(directory, 1, more);
    }

    Operated(Path directory, int lanes, String more) throws IOException {
        this(directory, lanes, yaml -> yaml + more + "\n");
    }

    /** @param edited what is written into the file instead of the usual */
    Operated(Path directory, int lanes, UnaryOperator<String> edited) throws IOException {
        this.directory = directory;
        this.file = directory.resolve("gateway.yaml");
        final Path script = directory.resolve("init.sql");
        Files.writeString(script, """
                CREATE TABLE IF NOT EXISTS customer (id BIGINT PRIMARY KEY, name VARCHAR(20));
                CREATE TABLE IF NOT EXISTS seen (id BIGINT, key BIGINT);
                MERGE INTO customer USING (SELECT i FROM UNNEST(SEQUENCE_ARRAY(0, 999, 1)) t(i)) s(i) ON id = s.i
                  WHEN NOT MATCHED THEN INSERT VALUES s.i, 'n' || s.i;
                """);
        Files.writeString(directory.resolve("token"), TOKEN + "\n");
        Files.writeString(file, edited.apply("""
                name: operated
                queues: {path: '%s', lanes: %d, diskReserve: 1MB}
                health: {port: 0}
                control: {token: %s, audit: '%s'}
                databases:
                  main: {url: 'jdbc:hsqldb:mem:%s', init: '%s'}
                lookups:
                  customer: {sql: 'SELECT name FROM customer WHERE id = ?', types: [long], reads: [customer]}
                  other: {sql: 'SELECT id FROM customer WHERE id = ?', types: [long], reads: [customer]}
                statements:
                  note: {sql: 'INSERT INTO seen VALUES (?, ?)', types: [long, long], writes: [seen]}
                """.formatted(
                        directory.resolve("queues"), lanes, TOKEN, audit(), directory.getFileName(), script)));
        gateway = RunningGateway.start(new ConfigFile(file, name -> null, DeclarationReview.NONE));
        client = lanes == 1
                ? RunningGateway.client(directory.resolve("queues"))
                : LanesTest.named(directory.resolve("queues"), 0, lanes);
    }

    URI uri() {
        return gateway.health();
    }

    /** Changes its file. */
    void edit(String text, String other) throws IOException {
        final String before = Files.readString(file);
        if (!before.contains(text)) {
            throw new AssertionError("'" + text + "' is not in " + before);
        }
        Files.writeString(file, before.replace(text, other));
    }

    private Path audit() {
        return directory.resolve("audit.log");
    }

    /** Runs a command with arguments of its own. */
    static Said said(String... arguments) {
        final CommandLine command = Main.commandLine();
        final StringWriter text = new StringWriter();
        command.setOut(new PrintWriter(text)).setErr(new PrintWriter(text));
        final int code = command.execute(arguments);
        return new Said(code, text.toString().strip());
    }

    List<String> auditLines() throws IOException {
        return Files.readAllLines(audit());
    }

    /** A command's exit code, and what it printed. */
    record Said(int code, String text) {}

    /** Runs {@code sluice ctl} with the right token. */
    Said ctl(String act, String... arguments) {
        final List<String> all = new ArrayList<>(List.of("ctl", act));
        all.addAll(List.of(arguments));
        all.addAll(List.of(
                "--url",
                "http://127.0.0.1:" + uri().getPort(),
                "--token-file",
                directory.resolve("token").toString()));
        return said(all.toArray(String[]::new));
    }

    /** Sends these lines, and what is to follow the head, over a socket of its own; returns the answer. */
    String raw(String head, String body) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", uri().getPort())) {
            final String message = head + "\r\nConnection: close\r\nContent-Length: "
                    + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + body;
            socket.getOutputStream().write(message.getBytes(StandardCharsets.UTF_8));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Override
    public void close() {
        client.close();
        gateway.close();
    }
}
