package dev.sluice.service;

import dev.sluice.client.GatewayClient;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.config.GatewayConfig.DeclarationReview;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import picocli.CommandLine;

/** A gateway over a database in memory that an operator may have do something, and the operator. */
final class Operated implements AutoCloseable {

    private final Path directory;
    final RunningGateway gateway;
    final GatewayClient client;

    Operated(Path directory) throws IOException {
        this(directory, 1, UnaryOperator.identity());
    }

    /** @param edited what is written into the file instead of the usual */
    Operated(Path directory, int lanes, UnaryOperator<String> edited) throws IOException {
        this.directory = directory;
        final Path file = directory.resolve("gateway.yaml");
        final Path script = directory.resolve("init.sql");
        Files.writeString(script, """
                CREATE TABLE IF NOT EXISTS customer (id BIGINT PRIMARY KEY, name VARCHAR(20));
                CREATE TABLE IF NOT EXISTS seen (id BIGINT, key BIGINT);
                MERGE INTO customer USING (SELECT i FROM UNNEST(SEQUENCE_ARRAY(0, 999, 1)) t(i)) s(i) ON id = s.i
                  WHEN NOT MATCHED THEN INSERT VALUES s.i, 'n' || s.i;
                """);
        Files.writeString(file, edited.apply("""
                name: operated
                queues: {path: '%s', lanes: %d, diskReserve: 1MB}
                health: {port: 0}
                databases:
                  main: {url: 'jdbc:hsqldb:mem:%s', init: '%s'}
                lookups:
                  customer: {sql: 'SELECT name FROM customer WHERE id = ?', types: [long], reads: [customer]}
                statements:
                  note: {sql: 'INSERT INTO seen VALUES (?, ?)', types: [long, long], writes: [seen]}
                """.formatted(queues(), lanes, directory.getFileName(), script)));
        gateway = RunningGateway.start(GatewayConfig.load(file, name -> null, DeclarationReview.NONE));
        client = lanes == 1 ? RunningGateway.client(queues()) : LanesTest.named(queues(), 0, lanes);
    }

    private Path queues() {
        return directory.resolve("queues");
    }

    URI uri() {
        return gateway.health();
    }

    /** What {@code /health/ready} says. */
    String ready() throws Exception {
        return MetricsPage.get(uri(), "/health/ready").body();
    }

    /** Runs {@code sluice} with these arguments. */
    static Said said(String... arguments) {
        final CommandLine command = Main.commandLine();
        final StringWriter text = new StringWriter();
        command.setOut(new PrintWriter(text)).setErr(new PrintWriter(text));
        final int code = command.execute(arguments);
        return new Said(code, text.toString().strip());
    }

    /** A command's exit code, and what it printed. */
    record Said(int code, String text) {}

    Said ctl(String act, String... arguments) {
        return ctl(queues(), act, arguments);
    }

    /** Runs {@code sluice ctl}. */
    static Said ctl(Path queues, String act, String... arguments) {
        final List<String> all = new ArrayList<>(List.of("ctl", act, "--queues", queues.toString()));
        all.addAll(List.of(arguments));
        return said(all.toArray(String[]::new));
    }

    @Override
    public void close() {
        client.close();
        gateway.close();
    }
}
