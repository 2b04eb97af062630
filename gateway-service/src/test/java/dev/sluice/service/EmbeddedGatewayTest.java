package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueException;
import dev.sluice.api.Results;
import dev.sluice.api.UnansweredException;
import dev.sluice.client.GatewayClient;
import dev.sluice.client.job.Sink;
import dev.sluice.service.config.yaml.ConfigException;
import dev.sluice.service.jdbc.BrokenDriver;
import dev.sluice.testsupport.Child;
import dev.sluice.testsupport.GatewayYaml;
import dev.sluice.testsupport.LocalPorts;
import dev.sluice.testsupport.PostgresServer;
import dev.sluice.testsupport.Program;
import dev.sluice.testsupport.SqlDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A gateway in the process of its job, which must outlive it whatever happens to the gateway. */
class EmbeddedGatewayTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @TempDir
    private Path directory;

    /** Asks for one row again and again until it is killed, and says each thousandth answer. */
    public static final class AskingJob {

        private AskingJob() {}

        public static void main(String[] args) throws Exception {
            try (EmbeddedGateway gateway = EmbeddedGateway.start(Path.of(args[0]));
                    GatewayClient client = gateway.client().open()) {
                for (long round = 1; true; round++) {
                    for (int i = 0; i < 1_000; i++) {
                        client.requests().lookup("person", 1L);
                    }
                    client.awaitAll(Results.ignored());
                    System.out.println("round " + round + (gateway.serves() ? " served here" : " served elsewhere"));
                }
            }
        }
    }

    /** A way to wait for the result of one lookup. */
    enum Wait {
        AWAIT_ALL {
            @Override
            void of(GatewayClient client) {
                client.requests().lookup("person", BrokenDriver.POISON);
                client.awaitAll(Results.ignored());
            }
        },
        FUTURE {
            @Override
            void of(GatewayClient client) {
                client.futures(Runnable::run)
                        .lookup("person", BrokenDriver.POISON)
                        .join();
            }
        },
        JOB {
            @Override
            void of(GatewayClient client) {
                client.job("letters", "today")
                        .run(
                                List.of(BrokenDriver.POISON),
                                Object::toString,
                                (key, gateway) -> gateway.lookup("person", key).get(),
                                Sink.none());
            }
        };

        abstract void of(GatewayClient client);
    }

    @Test
    void shouldAnswerTheJobAndGoOnWithTheQueuesOfEarlierProcesses() throws Exception {
        final Path yaml = onHsqldb().write(directory.resolve("gateway.yaml"));
        final Collected first = new Collected();
        try (EmbeddedGateway gateway = EmbeddedGateway.start(yaml);
                GatewayClient client = gateway.client().name("job").open()) {
            client.requests().lookup("person", 1L);
            client.requests().lookup("person", 2L);
            client.awaitAll(first, PATIENCE);
            assertTrue(gateway.serves());
        }
        assertEquals(List.of("person: rows [{NAME=Ada}]", "person: not found"), first.lines);
        final Collected second = new Collected();
        try (GatewayClient client = RunningGateway.client(directory.resolve("queues"))) {
            client.requests().lookup("person", 1L);
            final EmbeddedGateway gateway = EmbeddedGateway.start(yaml);
            client.awaitAll(second, PATIENCE);
            gateway.close();
        }
        assertEquals(List.of("person: rows [{NAME=Ada}]"), second.lines);
    }

    @Test
    void shouldRefuseToStartWithAWrongConfigurationOrUnusableQueues() throws Exception {
        final Path wrong = onHsqldb().with("lookups.person.sqll", "x").write(directory.resolve("wrong.yaml"));
        assertTrue(assertThrows(ConfigException.class, () -> EmbeddedGateway.start(wrong))
                .getMessage()
                .contains("sqll"));
        final Path file = Files.writeString(directory.resolve("file"), "");
        final Path unusable = onHsqldb()
                .with("queues.path", file.resolve("queues").toString())
                .write(directory.resolve("unusable.yaml"));
        assertThrows(QueueException.class, () -> EmbeddedGateway.start(unusable));
    }

    @Test
    void shouldServeWhenTheProcessThatServesIsKilledAndAskItBefore() throws Exception {
        final String url = PostgresServer.shared().createDatabase("embedded");
        final String user = PostgresServer.shared().user();
        new SqlDatabase(url, user).execute("CREATE TABLE person (id BIGINT PRIMARY KEY, name VARCHAR(20))");
        final Path yaml = config(url, user)
                .with("health.port", LocalPorts.free()) // which only the process that serves has
                .write(directory.resolve("gateway.yaml"));
        try (Child first = job("first", yaml)) {
            first.awaitSaid("round 3 served here");
            try (Child second = job("second", yaml)) {
                second.awaitSaid("process " + first.pid() + " serves the queues");
                second.awaitSaid("round 3 served elsewhere");
                first.kill();
                second.awaitSaid(" served here");
                try (Child third = job("third", yaml)) {
                    third.awaitSaid("round 3 served elsewhere");
                    third.kill();
                }
                final String rounds = Files.readString(directory.resolve("second"));
                Awaitility.await()
                        .atMost(PATIENCE)
                        .until(() ->
                                Files.readString(directory.resolve("second")).length() > rounds.length());
            }
        }
    }

    @Test
    void shouldLeaveTheQueuesToAGatewayThatServesThemUntilItEnds() throws Exception {
        final Path yaml = onHsqldb().write(directory.resolve("gateway.yaml"));
        final RunningGateway own = RunningGateway.start(Files.readString(yaml));
        try (EmbeddedGateway gateway = EmbeddedGateway.start(yaml);
                GatewayClient client = gateway.client().open()) {
            client.requests().lookup("person", 1L);
            client.awaitAll(Results.ignored(), PATIENCE);
            assertFalse(gateway.serves());
            assertTrue(own.alive());
            own.close();
            client.requests().lookup("person", 1L);
            client.awaitAll(Results.ignored(), PATIENCE);
            assertTrue(gateway.serves());
        } finally {
            own.close();
        }
    }

    @Test
    void shouldStartBesideAnotherThatStartsAtTheSameTimeAndHasThePort() throws Exception {
        final Path yaml = onHsqldb().with("health.port", LocalPorts.free()).write(directory.resolve("gateway.yaml"));
        for (int round = 0; round < 5; round++) {
            final CompletableFuture<EmbeddedGateway> other =
                    CompletableFuture.supplyAsync(() -> EmbeddedGateway.start(yaml));
            try (EmbeddedGateway first = EmbeddedGateway.start(yaml);
                    EmbeddedGateway second = other.get()) {
                assertTrue(first.serves() ^ second.serves(), "round " + round);
            }
        }
    }

    @Test
    void shouldEndTheWaitsWhenTheOnlyGatewayLeftIsClosed() throws Exception {
        final Path yaml = onHsqldb().write(directory.resolve("gateway.yaml"));
        final EmbeddedGateway serving = EmbeddedGateway.start(yaml);
        final EmbeddedGateway waiting = EmbeddedGateway.start(yaml);
        try (serving;
                waiting;
                GatewayClient client = serving.client().open()) {
            waiting.close();
            client.requests().lookup("person", 1L);
            client.awaitAll(Results.ignored(), PATIENCE);
            serving.close();
            client.requests().lookup("person", 1L);
            assertThrows(UnansweredException.class, () -> client.awaitAll(Results.ignored(), PATIENCE));
        }
    }

    @Test
    void shouldSayInATimeoutThatTheGatewayOfAnotherProcessIsPaused() throws Exception {
        final Path yaml = onHsqldb().write(directory.resolve("gateway.yaml"));
        try (RunningGateway own = RunningGateway.start(Files.readString(yaml))) {
            assertTrue(own.alive());
            Operated.ctl(directory.resolve("queues"), "pause", "--reason", "index is rebuilt");
            try (CapturedLog log = new CapturedLog();
                    EmbeddedGateway gateway = EmbeddedGateway.start(yaml);
                    GatewayClient client = gateway.client().open()) {
                Awaitility.await()
                        .atMost(PATIENCE)
                        .until(() -> log.lines().toString().contains("as requested: paused since "));
                client.requests().lookup("person", 1L);
                final UnansweredException e = assertThrows(
                        UnansweredException.class, () -> client.awaitAll(Results.ignored(), Duration.ofMillis(100)));
                assertTrue(e.getMessage().contains("(index is rebuilt): no requests are read"), e.getMessage());
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldEndEachWaitWithTheErrorThatEndedTheGateway(Wait wait) throws Exception {
        final Path yaml = onBrokenDriver().write(directory.resolve("gateway.yaml"));
        try (EmbeddedGateway gateway = EmbeddedGateway.start(yaml);
                GatewayClient client = gateway.client().open()) {
            final UnansweredException e = unanswered(assertThrows(RuntimeException.class, () -> wait.of(client)));
            assertTrue(e.getMessage().startsWith("the gateway in this process has ended ("), e.getMessage());
            assertInstanceOf(StackOverflowError.class, root(e));
            assertFalse(gateway.serves());
        }
    }

    @Test
    void shouldBlameTheRequestThatWasAloneWhenTheGatewayFailedAndAnswerTheOthers() throws Exception {
        final Path yaml = onBrokenDriver().with("limits.quarantineAfter", 2).write(directory.resolve("gateway.yaml"));
        final Collected results = new Collected();
        try (GatewayClient client = RunningGateway.client(directory.resolve("queues"))) {
            client.requests().lookup("person", 1L);
            client.requests().lookup("person", BrokenDriver.POISON);
            client.requests().lookup("person", 1L);
            int starts = 0;
            for (boolean answered = false; !answered; starts++) {
                final EmbeddedGateway gateway = EmbeddedGateway.start(yaml);
                try {
                    client.awaitAll(results, PATIENCE);
                    answered = true;
                } catch (final UnansweredException e) {
                    assertInstanceOf(StackOverflowError.class, root(e));
                } finally {
                    gateway.close();
                }
            }
            assertEquals(1 + 2 + 1, starts, "together, alone twice, and without it");
        }
        assertEquals(3, results.lines.size());
        assertEquals("person: rows [{NAME=Ada}]", results.lines.get(0));
        assertTrue(results.lines.get(1).contains("ended 2 times while this request ran alone"), results.lines.get(1));
        assertEquals("person: rows [{NAME=Ada}]", results.lines.get(2));
    }

    @Test
    void shouldEndTheWaitsButNotTheProcessWhenItIsDrained() throws Exception {
        final Path yaml = onHsqldb().write(directory.resolve("gateway.yaml"));
        try (EmbeddedGateway gateway = EmbeddedGateway.start(yaml);
                GatewayClient client = gateway.client().open()) {
            client.requests().lookup("person", 1L);
            assertEquals(0, Operated.ctl(directory.resolve("queues"), "drain").code());
            final Collected results = new Collected();
            client.awaitAll(results, PATIENCE);
            assertEquals(List.of("person: rows [{NAME=Ada}]"), results.lines);
            client.requests().lookup("person", 1L);
            final UnansweredException e =
                    assertThrows(UnansweredException.class, () -> client.awaitAll(results, PATIENCE));
            assertTrue(e.getMessage().contains("sluice ctl drain"), e.getMessage());
            assertEquals(1, e.unanswered());
        }
    }

    @Test
    void shouldSayInATimeoutThatItIsPaused() throws Exception {
        final Path yaml = onHsqldb().write(directory.resolve("gateway.yaml"));
        EmbeddedGateway.start(yaml).close();
        Operated.ctl(directory.resolve("queues"), "pause", "--reason", "index is rebuilt");
        try (CapturedLog log = new CapturedLog();
                EmbeddedGateway gateway = EmbeddedGateway.start(yaml);
                GatewayClient client = gateway.client().open()) {
            client.requests().lookup("person", 1L);
            final UnansweredException e = assertThrows(
                    UnansweredException.class, () -> client.awaitAll(Results.ignored(), Duration.ofMillis(100)));
            assertTrue(e.getMessage().contains("(index is rebuilt): no requests are read"), e.getMessage());
            assertTrue(log.lines().toString().contains("as requested: paused since "), log.lines()::toString);
        }
    }

    @Test
    void shouldEndTheWaitsOfAClientThatIsClosedAfterTheGateway() throws Exception {
        final EmbeddedGateway gateway = EmbeddedGateway.start(onHsqldb().write(directory.resolve("gateway.yaml")));
        try (gateway;
                GatewayClient client = gateway.client().open()) {
            gateway.close();
            client.requests().lookup("person", 1L);
            final UnansweredException e =
                    assertThrows(UnansweredException.class, () -> client.awaitAll(Results.ignored(), PATIENCE));
            assertEquals("the gateway in this process has ended (it was closed)", e.getMessage());
        }
    }

    private static UnansweredException unanswered(Throwable error) {
        return error instanceof UnansweredException e ? e : unanswered(error.getCause());
    }

    private static Throwable root(Throwable error) {
        return error.getCause() == null ? error : root(error.getCause());
    }

    private Child job(String name, Path yaml) throws IOException {
        return Program.java(AskingJob.class, yaml)
                .named(name)
                .log(directory.resolve(name))
                .start();
    }

    private GatewayYaml onHsqldb() throws IOException {
        return config("jdbc:hsqldb:mem:" + directory.getFileName(), "SA").with("databases.main.init", init());
    }

    private GatewayYaml onBrokenDriver() throws IOException {
        return config(BrokenDriver.url("jdbc:hsqldb:mem:" + directory.getFileName()), "SA")
                .with("databases.main.init", init());
    }

    private Path init() throws IOException {
        return Files.writeString(directory.resolve("init.sql"), """
                CREATE TABLE IF NOT EXISTS person (id BIGINT PRIMARY KEY, name VARCHAR(20));
                MERGE INTO person USING (VALUES (1, 'Ada')) s(i, n) ON id = s.i
                  WHEN NOT MATCHED THEN INSERT VALUES s.i, s.n;
                """);
    }

    private GatewayYaml config(String url, String user) {
        return new GatewayYaml("letters", directory.resolve("queues"))
                .with("queues.diskReserve", "1MB")
                .with("databases.main.url", url)
                .with("databases.main.user", user)
                .with("lookups.person.sql", "SELECT name FROM person WHERE id = ?")
                .with("lookups.person.types", List.of("long"));
    }
}
