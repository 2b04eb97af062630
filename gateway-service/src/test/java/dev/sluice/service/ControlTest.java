package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueException;
import dev.sluice.service.Operated.Said;
import dev.sluice.testsupport.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An operator's acts by the command, over real queues and a real database. */
class ControlTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Said PAUSED = new Said(
            0,
            "paused: no request is read any more, and none is in progress; the gateway stays paused, also after a restart,"
                    + " until sluice ctl resume");
    private static final Said RESUMED = new Said(0, "resumed: requests are read as usual");

    private static final UnaryOperator<String> AWAY = yaml -> yaml.replace(
            "lookups:\n",
            "services: {crm: {url: 'http://127.0.0.1:1', backoff: 5ms, maxBackoff: 10ms}}\nlookups:\n"
                    + "  person: {service: crm}\n");

    @TempDir
    private Path directory;

    @Test
    void shouldReadNothingWhilePausedAndGoOnWhereItWasWhenResumed() throws Exception {
        try (Operated operated = new Operated(directory)) {
            assertEquals(PAUSED, operated.ctl("pause", "--reason", "index is rebuilt"));
            operated.client.requests().lookup("customer", 1L);
            final String ready = operated.ready();
            assertTrue(ready.contains("\"status\":\"down\"") && ready.contains("paused since "), ready);
            assertTrue(ready.contains("(index is rebuilt): no requests are read until sluice ctl resume"), ready);
            assertTrue(page(operated).contains("(index is rebuilt): no requests are read"), page(operated));
            assertEquals(0, operated.gateway.counts().read());
            assertTrue(done().contains("\"state\":\"done\",\"gateway\":\"operated\""), done());

            assertEquals(RESUMED, operated.ctl("resume"));
            operated.client.awaitAll(new Collected(), PATIENCE);
            assertTrue(operated.ready().contains("\"status\":\"up\""), operated.ready());
            assertEquals(RESUMED, operated.ctl("resume"));
        }
    }

    @Test
    void shouldStayPausedWhenItIsStartedAgainAndSayItInItsLog() throws Exception {
        try (Operated operated = new Operated(directory)) {
            assertEquals(PAUSED, operated.ctl("pause"));
        }
        try (CapturedLog log = new CapturedLog();
                Operated operated = new Operated(directory)) {
            operated.client.requests().lookup("customer", 1L);
            assertEquals(PAUSED, operated.ctl("pause", "--reason", "still"));
            assertTrue(log.count("as requested: paused since ") > 0);
            assertEquals(0, operated.gateway.counts().read());
            assertEquals(RESUMED, operated.ctl("resume"));
            final Collected results = new Collected();
            operated.client.awaitAll(results, PATIENCE);
            assertEquals(List.of("customer: rows [{NAME=n1}]"), results.lines);
        }
        try (CapturedLog log = new CapturedLog();
                Operated operated = new Operated(directory)) {
            operated.client.requests().lookup("customer", 2L);
            operated.client.awaitAll(new Collected(), PATIENCE);
            assertFalse(log.lines().toString().contains("as requested"), log.lines()::toString);
        }
    }

    @Test
    void shouldKeepAPauseForTheNextStartWhenNobodyServesTheQueues() throws Exception {
        new Operated(directory).close();
        final Path queues = directory.resolve("queues");
        final Said drain = Operated.ctl(queues, "drain");
        assertEquals(3, drain.code());
        assertTrue(drain.text().contains("nothing was written"), drain.text());
        assertFalse(Files.exists(queues.resolve("out/control-wanted.json")));
        assertEquals(
                new Said(3, "no gateway serves the queues: the next gateway reads requests as usual"),
                Operated.ctl(queues, "resume"));
        assertEquals(
                new Said(3, "no gateway serves the queues: the pause is stored, and applies to the next start"),
                Operated.ctl(queues, "pause"));
        try (Operated operated = new Operated(directory)) {
            operated.client.requests().lookup("customer", 1L);
            Awaitility.await().atMost(PATIENCE).until(() -> done().contains("\"done\""));
            assertEquals(0, operated.gateway.counts().read());
        }
    }

    @Test
    void shouldAnswerAllThatWaitsAndEndWhenItDrainsAndNotDrainAgainWhenItIsStartedAgain() throws Exception {
        final CompletableFuture<Said> drain;
        try (Operated operated = new Operated(directory)) {
            for (long i = 0; i < 500; i++) {
                operated.client.requests().executeUpdate("note", i, i);
            }
            drain = CompletableFuture.supplyAsync(() -> operated.ctl("drain"));
            Awaitility.await().atMost(PATIENCE).until(() -> !operated.gateway.alive());
            assertEquals(500, operated.gateway.counts().written());
            assertFalse(drain.isDone(), "its process has not ended");
        }
        assertEquals(
                new Said(0, "drained: all requests that waited are answered, and the gateway has ended"), drain.get());
        final String drained = wanted();
        try (Operated operated = new Operated(directory)) {
            operated.client.requests().lookup("customer", 1L);
            operated.client.awaitAll(new Collected(), PATIENCE);
            assertTrue(operated.ready().contains("\"status\":\"up\""), operated.ready());
            assertEquals(RESUMED, operated.ctl("resume"));
            assertTrue(operated.gateway.alive());
        }
        // As a kill leaves it that comes before it is drained.
        Files.writeString(directory.resolve("queues/out/control-wanted.json"), drained);
        try (CapturedLog log = new CapturedLog();
                Operated operated = new Operated(directory)) {
            Awaitility.await().atMost(PATIENCE).until(() -> done().contains("\"passed\""));
            operated.client.requests().lookup("customer", 2L);
            operated.client.awaitAll(new Collected(), PATIENCE);
            assertTrue(operated.gateway.alive());
            assertTrue(log.lines().toString().contains("it does not drain, because "), log.lines()::toString);
        }
    }

    @Test
    void shouldGoOnWhenADrainIsTakenBackBeforeItIsDone() throws Exception {
        try (Operated operated = new Operated(directory, 1, AWAY)) {
            operated.client.requests().lookup("person", 1L);
            final Said drain = operated.ctl("drain", "--wait", "1s");
            assertEquals(1, drain.code());
            assertTrue(
                    drain.text().matches("late: the gateway, process \\d+, still has requests in progress; it .*"),
                    drain.text());
            assertTrue(operated.ready().contains("draining since "), operated.ready());
            assertEquals(RESUMED, operated.ctl("resume"));
            assertFalse(operated.ready().contains("draining since "), operated.ready());
            assertTrue(operated.gateway.alive());
        }
    }

    @Test
    void shouldPauseOneLaneOrAllAndNameTheOneThatIsLate() throws Exception {
        try (Operated operated = new Operated(directory, 2, AWAY)) {
            assertEquals(PAUSED, operated.ctl("pause", "--lane", "1"));
            final String ready = operated.ready();
            assertTrue(ready.contains("lane 1: paused since ") && !ready.contains("lane 0"), ready);
            final Said none = operated.ctl("pause", "--lane", "2");
            assertEquals(2, none.code());
            assertTrue(none.text().contains("there is no lane 2 at "), none.text());

            operated.client.requests().lookup("person", 1L); // of lane 0
            Awaitility.await().atMost(PATIENCE).until(() -> operated.ready().contains("lane 0: away"));
            final Said late = operated.ctl("pause", "--wait", "1s");
            assertEquals(1, late.code());
            assertTrue(
                    late.text().matches("lane 0: late: the gateway, process \\d+, still has requests in progress; .*"),
                    late.text());
            assertEquals(RESUMED, operated.ctl("resume"));
        }
    }

    @Test
    void shouldSayWhatIsWantedSinceWhenAnotherWantsSomethingElse() throws Exception {
        try (Operated operated = new Operated(directory, 1, AWAY)) {
            operated.client.requests().lookup("person", 1L);
            Awaitility.await().atMost(PATIENCE).until(() -> operated.ready().contains("away"));
            final CompletableFuture<Said> pause =
                    CompletableFuture.supplyAsync(() -> operated.ctl("pause", "--reason", "first"));
            Awaitility.await().atMost(PATIENCE).until(() -> operated.ready().contains("(first)"));
            assertEquals(RESUMED, operated.ctl("resume", "--reason", "second"));
            assertEquals(1, pause.get().code());
            assertTrue(
                    pause.get().text().startsWith("another command has replaced this one: resumed since "),
                    pause.get()::text);
            assertTrue(pause.get().text().endsWith("(second)"), pause.get()::text);
        }
    }

    @Test
    void shouldPauseWhenNobodyCanKnowWhatIsWantedUntilSomebodySaysIt() throws Exception {
        final Path wanted = directory.resolve("queues/out/control-wanted.json");
        try (Operated operated = new Operated(directory)) {
            Files.writeString(wanted, "pause, please");
            Awaitility.await().atMost(PATIENCE).until(() -> operated.ready().contains("cannot be understood"));
            assertTrue(operated.gateway.alive());
            Files.delete(wanted);
            Awaitility.await().atMost(PATIENCE).until(() -> operated.ready().contains("\"up\""));
            Files.writeString(wanted, "");
        }
        try (CapturedLog log = new CapturedLog();
                Operated operated = new Operated(directory)) {
            operated.client.requests().lookup("customer", 1L);
            Awaitility.await().atMost(PATIENCE).until(() -> operated.ready().contains("cannot be understood"));
            assertTrue(log.lines().toString().contains("as requested: paused: the last command cannot be understood"));
            assertEquals(0, operated.gateway.counts().read());
            assertEquals(RESUMED, operated.ctl("resume"));
            operated.client.awaitAll(new Collected(), PATIENCE);
        }
    }

    @Test
    void shouldNotStartOverOrdersOfAFormerVersion() throws Exception {
        new Operated(directory).close();
        final Path orders = directory.resolve("queues/out/gateway-orders.json");
        Files.writeString(orders, "[ ]");
        new Operated(directory).close();
        Files.writeString(orders, "[ {\n  \"kind\" : \"HOLD\"\n} ]");
        final QueueException refused = assertThrows(QueueException.class, () -> new Operated(directory).close());
        assertTrue(refused.getMessage().contains("use sluice ctl pause for a pause or a hold"), refused::getMessage);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ctl hold customer --config x       | sluice ctl pause --queues ADDRESS holds all requests
            ctl unhold customer                | sluice ctl pause --queues ADDRESS holds all requests
            ctl quarantine 20412:17            | sluice replay resume makes the next gateway answer waiting requests as failed
            ctl release 20412:17               | sluice replay resume makes the next gateway answer waiting requests as failed
            ctl stop                           | SIGTERM
            ctl reload --dry-run               | sluice check --config FILE, then restart the gateway
            ctl level debug                    | --log-level LEVEL
            ctl threads                        | jcmd PID Thread.print -l
            ctl orders --url http://localhost  | sluice status --queues ADDRESS
            ctl pause --config gateway.yaml    | name the queues, as in sluice ctl pause --queues ADDRESS
            ctl pause --url=http://localhost   | name the queues, as in sluice ctl pause --queues ADDRESS
            ctl resume --token-file token      | name the queues, as in sluice ctl pause --queues ADDRESS
            ctl drain --queues q --for 10m     | ctl drain --wait TIME, and then send the gateway's process SIGTERM
            top --once --config x              | sluice status --queues ADDRESS --watch SECONDS, or the gateway's /status
            check --config x --against         | then restart the gateway
            check --config x --against=http://h | then restart the gateway
            """)
    void shouldSayWhatIsUsedInsteadOfWhatIsGone(String arguments, String instead) {
        final Said said = Operated.said(arguments.split(" "));
        assertEquals(2, said.code());
        assertTrue(said.text().contains("is gone: ") && said.text().contains(instead), said.text());
    }

    @Test
    void shouldTakeNoReasonForACommandThatIsGone() {
        final Said said = Operated.said("ctl", "pause", "--reason", "stop");
        assertEquals(2, said.code());
        assertTrue(said.text().contains("--queues") && !said.text().contains("is gone"), said.text());
    }

    @ParameterizedTest
    @ValueSource(strings = {"pause", "pause --queues q --wait soon", "puase --queues q", "drain --queues q --lane 1"})
    void shouldEndWithTwoWhenTheCommandLineIsWrong(String arguments) {
        assertEquals(2, Operated.said(("ctl " + arguments).split(" ")).code());
    }

    @Test
    void shouldEndWithOneWhenThereAreNoQueues() {
        final Said none = Operated.ctl(directory.resolve("none"), "pause");
        assertEquals(1, none.code(), none.text());
        assertTrue(none.text().startsWith("sluice: "), none.text());
    }

    /** Without Java, as docs/how-to/operate.md says. */
    @Test
    void shouldPauseAndResumeWhenAScriptWantsIt() throws Exception {
        final Path script = Path.of("../config/want.sh").toAbsolutePath();
        try (Operated operated = new Operated(directory)) {
            run(script, "pause", "index is rebuilt");
            assertTrue(operated.ready().contains("(index is rebuilt): no requests are read"), operated.ready());
            operated.client.requests().lookup("customer", 1L);
            assertEquals(0, operated.gateway.counts().read());
            run(script, "resume", "");
            operated.client.awaitAll(new Collected(), PATIENCE);
        }
    }

    private void run(Path script, String want, String reason) throws Exception {
        Program.of("sh", script.toString(), directory.resolve("queues").toString(), want, reason)
                .start()
                .expectEnd(0);
    }

    private static String page(Operated operated) throws Exception {
        return MetricsPage.get(operated.uri(), "/status").body();
    }

    private String wanted() throws IOException {
        return Files.readString(directory.resolve("queues/out/control-wanted.json"));
    }

    private String done() throws IOException {
        final Path file = directory.resolve("queues/out/control-done.json");
        return Files.exists(file) ? Files.readString(file) : "";
    }
}
