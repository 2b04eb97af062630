package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.client.GatewayClient;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.testsupport.Child;
import dev.sluice.testsupport.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program in a process of its own, as an operator starts and stops it. */
@Tag("long")
class RunCommandTest {

    @TempDir
    private Path directory;

    @Test
    void shouldAnswerUntilSigtermAndSayFromWhereItGoesOnWhenStartedAgain() throws Exception {
        final Path config = config("");
        for (int run = 0; run < 2; run++) {
            final Path summary = directory.resolve("summary" + run);
            try (Child gateway = start("--config", config, "--summary", summary);
                    GatewayClient client = RunningGateway.client(directory.resolve("queues"))) {
                assertEquals(Child.TERMINATED, askAndStop(client, gateway));
                final String said = gateway.said();
                assertTrue(said.contains(run == 0 ? "starts at the first request" : "goes on after request"), said);
                assertTrue(said.contains("1 request answered in 1 call and"), said);
            }
            assertTrue(Files.readString(summary).contains("\"results\" : 1"), Files.readString(summary));
        }
    }

    private static int askAndStop(GatewayClient client, Child gateway) throws InterruptedException {
        client.requests().lookup("one", 7L);
        final Collected results = new Collected();
        client.awaitAll(results, Duration.ofMinutes(1));
        assertEquals("[one: rows [{C1=7}]]", results.lines.toString());
        return gateway.stop();
    }

    @Test
    void shouldListEveryMistakeAndExitWithOneWhenTheConfigurationIsWrong() throws Exception {
        final String said =
                start("--config", config("chunk: {limit: 0, lingr: 3}\n")).expectEnd(1);
        assertTrue(said.contains("chunk.limit") && said.contains("chunk.lingr"), said);
    }

    @Test
    void shouldRefuseToStartWhenAnotherGatewayHasTheQueues() throws Exception {
        final Path config = config("");
        try (Child holder = start("--config", config)) {
            holder.awaitSaid("serves lookups");
            final String refused = start("--config", config).expectEnd(1);
            assertTrue(refused.contains("pid " + holder.pid()), refused);
        }
    }

    @Test
    void shouldExitWithOneWhenTheQueuesWereReplacedUnlessThatIsAccepted() throws Exception {
        final Path config = updating(directory.resolve("queues"));
        assertEquals("[add: updated 1]", addOne(directory.resolve("queues"), "--config", config));
        final Path replaced = directory.resolve("others");
        updating(replaced);

        final String said = start("--config", config).expectEnd(1);
        assertTrue(said.contains("--accept-new-queues") && !said.contains("\tat "), said);

        assertEquals("[add: updated 1]", addOne(replaced, "--config", config, "--accept-new-queues"));
    }

    private static String addOne(Path queues, Object... options) throws Exception {
        try (Child gateway = start(options);
                GatewayClient client = RunningGateway.client(queues)) {
            client.requests().executeUpdate("add", 1L);
            final Collected results = new Collected();
            client.awaitAll(results, Duration.ofMinutes(1));
            gateway.stop();
            return results.lines.toString();
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
        final Path summary = directory.resolve("summary");
        try (Child gateway = start("--config", config, "--summary", summary);
                GatewayClient client = LanesTest.named(queues, 0, 2)) {
            gateway.awaitSaid("test/1: this lane has ended");
            assertEquals(1, askAndStop(client, gateway));
        }
        assertTrue(Files.readString(summary).contains("\"results\" : 1"), Files.readString(summary));
    }

    @Test
    @Tag("nightly")
    void shouldExitWithZeroWhenItHasDrained() throws Exception {
        try (Child gateway = start("--config", config(""));
                GatewayClient client = RunningGateway.client(directory.resolve("queues"))) {
            gateway.awaitSaid("serves lookups");
            client.requests().lookup("one", 7L);
            final Operated.Said drain = Operated.ctl(directory.resolve("queues"), "drain");
            assertEquals(0, drain.code(), drain.text());
            final String said = gateway.expectEnd(0);
            assertTrue(said.contains("1 request answered"), said);
        }
    }

    @Test
    void shouldExitWithTwoWhenTheCommandLineIsWrong() throws Exception {
        start().expectEnd(2);
    }

    private static Child start(Object... options) throws IOException {
        return Program.java(
                        Main.class,
                        Stream.concat(Stream.of("run"), Stream.of(options)).toArray())
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
