package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.client.GatewayClient;
import dev.sluice.service.config.GatewayConfig;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program in a process of its own, as an operator starts and stops it. */
@Tag("long")
class RunCommandTest {

    private static final int SIGTERM = 128 + 15;

    @TempDir
    private Path directory;

    @Test
    void shouldAnswerUntilSigtermAndSayFromWhereItGoesOnWhenStartedAgain() throws Exception {
        final Path config = config("");
        for (int run = 0; run < 2; run++) {
            final Path log = directory.resolve("log" + run);
            final Path summary = directory.resolve("summary" + run);
            final Process gateway = start(log, "run", "--config", config.toString(), "--summary", summary.toString());
            try (GatewayClient client = RunningGateway.client(directory.resolve("queues"))) {
                askAndStop(client, gateway);
            } finally {
                gateway.destroyForcibly();
            }
            assertEquals(SIGTERM, gateway.exitValue());
            final String said = Files.readString(log);
            assertTrue(said.contains(run == 0 ? "starts at the first request" : "goes on after request"), said);
            assertTrue(said.contains("1 requests answered in 1 calls"), said);
            assertTrue(Files.readString(summary).contains("\"results\" : 1"), Files.readString(summary));
        }
    }

    private static void askAndStop(GatewayClient client, Process gateway) throws InterruptedException {
        client.requests().lookup("one", 7L);
        final Collected results = new Collected();
        client.awaitAll(results, Duration.ofMinutes(1));
        assertEquals("[one: rows [{C1=7}]]", results.lines.toString());
        gateway.destroy();
        assertTrue(gateway.waitFor(20, TimeUnit.SECONDS), "still running");
    }

    @Test
    void shouldListEveryMistakeAndExitWithOneWhenTheConfigurationIsWrong() throws Exception {
        final Path log = directory.resolve("log");
        final Process gateway = start(
                log, "run", "--config", config("chunk: {limit: 0, lingr: 3}\n").toString());
        assertTrue(gateway.waitFor(60, TimeUnit.SECONDS));
        assertEquals(1, gateway.exitValue());
        final String said = Files.readString(log);
        assertTrue(said.contains("chunk.limit") && said.contains("chunk.lingr"), said);
    }

    @Test
    void shouldRefuseToStartWhenAnotherGatewayHasTheQueues() throws Exception {
        final Path config = config("");
        final Path first = directory.resolve("first");
        final Path second = directory.resolve("second");
        final Process holder = start(first, "run", "--config", config.toString());
        try {
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> Files.readString(first).contains("serves lookups"));
            final Process other = start(second, "run", "--config", config.toString());
            assertTrue(other.waitFor(60, TimeUnit.SECONDS));
            assertEquals(1, other.exitValue());
            assertTrue(Files.readString(second).contains("pid " + holder.pid()), Files.readString(second));
        } finally {
            holder.destroyForcibly().waitFor();
        }
    }

    @Test
    void shouldExitWithOneWhenTheQueuesWereReplacedUnlessThatIsAccepted() throws Exception {
        final Path config = updating(directory.resolve("queues"));
        assertEquals("[add: updated 1]", addOne(directory.resolve("queues"), directory.resolve("log0"), config));
        final Path replaced = directory.resolve("others");
        updating(replaced);

        final Path log = directory.resolve("log1");
        final Process refused = start(log, "run", "--config", config.toString());
        assertTrue(refused.waitFor(60, TimeUnit.SECONDS));
        assertEquals(1, refused.exitValue());
        final String said = Files.readString(log);
        assertTrue(said.contains("--accept-new-queues") && !said.contains("\tat "), said);

        assertEquals("[add: updated 1]", addOne(replaced, directory.resolve("log2"), config, "--accept-new-queues"));
    }

    private String addOne(Path queues, Path log, Path config, String... more) throws Exception {
        final List<String> arguments = new ArrayList<>(List.of("run", "--config", config.toString()));
        arguments.addAll(List.of(more));
        final Process gateway = start(log, arguments.toArray(String[]::new));
        try (GatewayClient client = RunningGateway.client(queues)) {
            client.requests().executeUpdate("add", 1L);
            final Collected results = new Collected();
            client.awaitAll(results, Duration.ofMinutes(1));
            gateway.destroy();
            assertTrue(gateway.waitFor(20, TimeUnit.SECONDS), "still running");
            return results.lines.toString();
        } finally {
            gateway.destroyForcibly();
        }
    }

    private Path updating(Path queues) throws IOException {
        final Path script = Files.writeString(directory.resolve("init.sql"), "CREATE TABLE t (id BIGINT);\n");
        return Files.writeString(
                directory.resolve("gateway.yaml"), """
                name: test
                queues:
                  path: %s
                  diskReserve: 1MB
                databases:
                  main:
                    url: jdbc:hsqldb:file:%s;hsqldb.write_delay=false;shutdown=true
                    user: SA
                    init: %s
                statements:
                  add:
                    sql: INSERT INTO t VALUES (?)
                    types: [long]
                """.formatted(queues, directory.resolve("db"), script));
    }

    /** The other lane goes on, until it is told to stop. */
    @Test
    void shouldExitWithOneWhenALaneEndedBeforeItWasStopped() throws Exception {
        final Path queues = directory.resolve("queues");
        final Path config = config("");
        Files.writeString(config, Files.readString(config).replace("queues:", "queues:\n  lanes: 2"));
        GatewayProgram.open(GatewayConfig.load(config, name -> null, GatewayConfig.DeclarationReview.NONE))
                .close();
        LanesTest.write(queues.resolve("lane-1/in"));
        final Path log = directory.resolve("log");
        final Path summary = directory.resolve("summary");
        final Process gateway = start(log, "run", "--config", config.toString(), "--summary", summary.toString());
        try (GatewayClient client = LanesTest.named(queues, 0, 2)) {
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> Files.readString(log).contains("test/1: this lane has ended"));
            askAndStop(client, gateway);
        } finally {
            gateway.destroyForcibly();
        }
        assertEquals(1, gateway.exitValue());
        assertTrue(Files.readString(summary).contains("\"results\" : 1"), Files.readString(summary));
    }

    @Test
    @Tag("nightly")
    void shouldExitWithZeroWhenItHasDrained() throws Exception {
        final Path log = directory.resolve("log");
        final Path config = config("");
        final Process gateway = start(log, "run", "--config", config.toString());
        try (GatewayClient client = RunningGateway.client(directory.resolve("queues"))) {
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> Files.readString(log).contains("serves lookups"));
            client.requests().lookup("one", 7L);
            final Operated.Said drain = Operated.ctl(directory.resolve("queues"), "drain");
            assertEquals(0, drain.code(), drain.text());
            assertTrue(gateway.waitFor(60, TimeUnit.SECONDS), "still running");
            assertEquals(0, gateway.exitValue());
            assertTrue(Files.readString(log).contains("1 requests answered"), Files.readString(log));
        } finally {
            gateway.destroyForcibly();
        }
    }

    @Test
    void shouldExitWithTwoWhenTheCommandLineIsWrong() throws Exception {
        final Process gateway = start(directory.resolve("log"), "run");
        assertTrue(gateway.waitFor(60, TimeUnit.SECONDS));
        assertEquals(2, gateway.exitValue());
    }

    static Process start(Path log, String... arguments) throws IOException {
        final List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElse("java"));
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("--add-")
                        || argument.startsWith("--enable-native")
                        || argument.startsWith("--sun-misc"))
                .forEach(command::add);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "dev.sluice.service.Main"));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
    }

    private Path config(String more) throws IOException {
        return Files.writeString(directory.resolve("gateway.yaml"), """
                name: test
                queues:
                  path: %s
                  diskReserve: 1MB
                databases:
                  main:
                    url: jdbc:hsqldb:mem:run
                    user: SA
                lookups:
                  one:
                    sql: VALUES (CAST(? AS BIGINT))
                    types: [long]
                    reads: []
                """.formatted(directory.resolve("queues")) + more);
    }
}
