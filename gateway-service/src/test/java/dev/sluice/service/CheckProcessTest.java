package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.client.GatewayClient;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.config.GatewayConfig.DeclarationReview;
import dev.sluice.testsupport.Child;
import dev.sluice.testsupport.LocalPorts;
import dev.sluice.testsupport.Program;
import dev.sluice.testsupport.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code sluice check} in a process of its own, as an operator calls it. */
@Tag("long")
class CheckProcessTest {

    private static final Path ROOT = Path.of("..");
    private static final String PASSWORD = "canary8214";
    private static final Pattern COUNT = Pattern.compile("(\\d+|no) problems?, (\\d+|no) warnings?");

    @TempDir
    private Path directory;

    static Stream<Path> shippedFiles() throws IOException {
        try (Stream<Path> files = Files.list(ROOT.resolve("config"))) {
            return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList().stream();
        }
    }

    /**
     * Each gives a table of everything it names. Most name a database or services that are not there: these are
     * problems in the table, and the exit code is 1. Only config/gateway.yaml needs nothing but itself.
     */
    @ParameterizedTest
    @MethodSource("shippedFiles")
    void shouldGiveATableWhenAShippedFileIsChecked(Path file) throws Exception {
        Trees.copy(ROOT.resolve("config"), directory.resolve("config"));
        final int nobody = LocalPorts.free();
        final Map<String, String> environment = Map.of(
                "SLUICE_DB_PASSWORD", PASSWORD,
                "SLUICE_DB_HOST", "localhost:" + nobody,
                "SERVICE_URL", "http://localhost:" + nobody);

        final Child check = program("check", "config/" + file.getFileName())
                .with(environment)
                .run();

        final String said = check.said();
        final Matcher count = COUNT.matcher(said);
        assertTrue(count.find(), said);
        assertEquals(count.group(1).equals("no") ? 0 : 1, check.status(), said);
        final GatewayConfig config = GatewayConfig.load(file, withPassword(), DeclarationReview.NONE);
        final List<String> names = Stream.of(
                        config.databases().keySet(),
                        config.lookups().keySet(),
                        config.statements().keySet(),
                        config.rest().services().keySet(),
                        config.rest().lookups().keySet(),
                        config.rest().endpoints().keySet())
                .flatMap(some -> some.stream())
                .toList();
        names.forEach(name -> assertTrue(said.contains("\n  " + name + " "), name + " in " + said));
        assertFalse(said.contains(PASSWORD), said);
        assertEquals(List.of("config"), filesIn(directory), "it makes nothing");
        if (file.endsWith("gateway.yaml")) {
            assertEquals(0, check.status(), said);
        }
        if (file.endsWith("gateway-postgresql.yaml")) {
            assertTrue(said.contains("databases.main: Connection to localhost:" + nobody + " refused"), said);
        }
    }

    private static UnaryOperator<String> withPassword() {
        return name -> name.equals("SLUICE_DB_PASSWORD") ? PASSWORD : null;
    }

    @Test
    void shouldSayThatAGatewayRunsAndNotDisturbItWhenOneServesTheSameConfiguration() throws Exception {
        final Path config = config();
        try (Child gateway = program("run", config).start();
                GatewayClient client = RunningGateway.client(directory.resolve("queues"))) {
            assertEquals("[one: rows [{ID=7}]]", asked(client));

            final String text = program("check", config).start().expectEnd(0);
            assertTrue(text.contains("in use by a running gateway, process " + gateway.pid()), text);
            assertTrue(text.contains("databases.main: its files are in use by the running gateway"), text);
            assertTrue(text.contains("no problems, 1 warning"), text);
            assertEquals("[one: rows [{ID=7}]]", asked(client));
            final String second = program("run", config).run().said();
            assertTrue(second.contains("pid " + gateway.pid()), "its lock was dropped: " + second);
        }
        assertNobodyIsSeen(config);
    }

    /** What a gateway that was killed leaves behind is not taken for one that runs. */
    private void assertNobodyIsSeen(Path config) throws Exception {
        Awaitility.await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
            final String text = program("check", config).run().said();
            assertTrue(text.contains("the queues exist, no gateway is running"), text);
            assertTrue(text.contains("no problems, no warnings") || text.contains("of the container"), text);
        });
    }

    private String asked(GatewayClient client) throws Exception {
        client.requests().lookup("one", 7L);
        final Collected results = new Collected();
        client.awaitAll(results, Duration.ofMinutes(1));
        return results.lines.toString();
    }

    private Path config() throws IOException {
        final Path script = Files.writeString(
                directory.resolve("init.sql"), "CREATE TABLE t (id BIGINT PRIMARY KEY);\nINSERT INTO t VALUES (7);\n");
        return Files.writeString(directory.resolve("gateway.yaml"), """
                name: test
                queues: {path: '%s', diskReserve: 1MB}
                databases:
                  main:
                    url: jdbc:hsqldb:file:%s;hsqldb.write_delay=false;shutdown=true
                    user: SA
                    init: %s
                lookups:
                  one: {sql: 'SELECT id FROM t WHERE id = ?', types: [long], reads: [t]}
                """.formatted(
                        directory.resolve("queues"), directory.resolve("db"), script));
    }

    private static List<String> filesIn(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private Program program(String command, Object config) {
        return Program.java(Main.class, command, "--config", config)
                .in(directory)
                .without("SLUICE_DB_USER", "SLUICE_DB_PASSWORD", "SLUICE_DB_HOST");
    }
}
