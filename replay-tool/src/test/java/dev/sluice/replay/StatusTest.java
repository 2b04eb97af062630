package dev.sluice.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.client.GatewayClient;
import dev.sluice.client.job.Job;
import dev.sluice.internal.queue.OutputReader;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.queue.state.GatewayLock;
import dev.sluice.internal.queue.state.GatewayLock.GatewayNotes;
import dev.sluice.service.RunningGateway;
import dev.sluice.service.control.ControlNotices;
import dev.sluice.service.control.Wanted;
import dev.sluice.service.control.Wanted.Act;
import dev.sluice.service.core.BackendState.Condition;
import dev.sluice.service.pending.Unwell;
import dev.sluice.testsupport.LocalPorts;
import dev.sluice.transport.Holder;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The text and the JSON of status, and when it calls for a person. */
class StatusTest {

    private static final String NO_SUCH_PROCESS = "999999999";

    @TempDir
    private Path directory;

    private final Commands tool = new Commands();

    @Test
    void shouldBeFineWhenTheQueuesAreNew() {
        QueuePair.open(directory, AnsweredQueues.OPTIONS).close();
        assertEquals(0, status());
        final List<String> lines = lines();
        assertEquals("fine: nothing waits", lines.get(0));
        assertTrue(lines.contains("waiting        0 requests"), tool.said());
        assertTrue(lines.contains("last answered  nothing yet"), tool.said());
        assertTrue(lines.contains("gateway        none serves these queues"), tool.said());
    }

    @Test
    void shouldNotSayThatThereAreNoQueuesWhenTheUserMayNotLook() throws IOException {
        final Path pair = directory.resolve("hidden/queues");
        QueuePair.open(pair, AnsweredQueues.OPTIONS).close();
        Files.setPosixFilePermissions(pair.getParent(), Set.of());
        try {
            assumeFalse(Files.isExecutable(pair.getParent()), "needs a user other than root");
            assertEquals(3, tool.on(pair, "status"));
            assertTrue(tool.said().contains("may not look into " + pair.getParent()), tool.said());
        } finally {
            Files.setPosixFilePermissions(pair.getParent(), PosixFilePermissions.fromString("rwx------"));
        }
    }

    @Test
    void shouldCallForAPersonWhenRequestsWaitAndNoGatewayServesThem() throws IOException {
        AnsweredQueues.make(directory, 8, AnsweredQueues.Results::truth);
        AnsweredQueues.ask(directory, 3);
        assertEquals(1, status());
        final String first = lines().get(0);
        assertTrue(first.startsWith("needs a person: 3 requests wait, the oldest for "), first);
        assertTrue(first.endsWith(", and no gateway serves them: start one (sluice run --config FILE)."), first);
        final String text = tool.said();
        assertTrue(text.matches("(?s).*\\Rwaiting +3 requests, the oldest for [^,]*\\R.*"), text);
        assertTrue(text.matches("(?s).*\\Rlast written +\\d+:10 at .* ago\\R.*"), text);
        assertTrue(text.matches("(?s).*\\Rlast answered +\\d+:7 at .* ago, result 8 of its queue\\R.*"), text);
        assertTrue(text.matches("(?s).*\\R +REJECTED +2  last \\d+:7 'send-it'\\R.*"), text);
        Files.writeString(directory.resolve("out/gateway.lock"), "pid " + NO_SUCH_PROCESS + "\n");
        assertEquals(1, status());
        assertTrue(
                lines().get(0).contains("process " + NO_SUCH_PROCESS + ", ended without giving its lock back"),
                tool.said());
    }

    @Test
    void shouldBeFineWhileAGatewayIsAtItAndCallForAPersonWhenItAnswersNothing() {
        try (QueuePair pair = QueuePair.open(directory, AnsweredQueues.OPTIONS);
                GatewayLock lock = pair.lease()) {
            assertTrue(lock.isHeld());
            AnsweredQueues.ask(directory, 2);
            assertEquals(0, status("--patience", "1h"));
            assertEquals("fine: 2 waiting, being answered", lines().get(0));
            assertTrue(tool.said().contains("gateway        process " + self() + " since 20"), tool.said());
            Awaitility.await().until(() -> status("--patience", "1ms") == 1);
            final String first = lines().get(0);
            assertTrue(
                    first.matches("needs a person: 2 requests wait, .*, and their gateway, process " + self()
                            + ", has answered nothing for .*: its log and /health/ready say what it waits for\\."),
                    first);
        }
    }

    @Test
    void shouldSayWhichBackendIsAwayAndWhatIsHeldAndGuessNoRate() throws Exception {
        final String config = """
                queues: {path: '%s', diskReserve: 1MB}
                databases:
                  main: {url: 'jdbc:hsqldb:hsql://127.0.0.1:%d/x', user: SA, connectionTimeout: 250ms, maxBackoff: 100ms}
                  here: {url: 'jdbc:hsqldb:mem:%s', user: SA}
                lookups:
                  gone: {database: main, sql: 'SELECT id FROM t WHERE id = ?', types: [long]}
                  there: {database: here, sql: 'SELECT CAST(? AS BIGINT) FROM (VALUES(0))', types: [long]}
                """.formatted(directory, LocalPorts.free(), UUID.randomUUID());
        try (GatewayClient client = RunningGateway.client(directory)) {
            client.requests().lookup("there", 1L);
            for (long i = 0; i < 5; i++) {
                client.requests().lookup("gone", i);
            }
        }
        try (RunningGateway gateway = RunningGateway.start(config)) {
            Awaitility.await().until(() -> status() == 1 && lines().get(0).contains("main is away"));
            final String first = lines().get(0);
            assertTrue(
                    first.matches("needs a person: main is away for \\S+ s: [15] requests? (is|are) held; .*"), first);
            assertFalse(tool.said().contains("at the present rate"), tool.said());
            assertEquals("main", json().at("/lanes/0/queues/backends/0/name").textValue());
            assertEquals("main", json().at("/needs/0/about").textValue());
            assertEquals(
                    "AWAY", json().at("/lanes/0/queues/backends/0/condition").textValue());
            final Called shown = Called.line("show --last --queues " + directory);
            assertTrue(shown.out().contains("main is away for"), shown::out);
            assertTrue(gateway.alive());
        }
        assertEquals(1, status());
        assertFalse(tool.said().contains("is away"), tool.said());
        assertFalse(tool.said().contains("at the present rate"), tool.said());
    }

    @Test
    void shouldBelieveNothingOfAnotherGatewaysBackends() throws Exception {
        try (QueuePair pair = QueuePair.open(directory, AnsweredQueues.OPTIONS);
                GatewayLock lock = pair.lease()) {
            assertTrue(lock.isHeld());
            final Holder own = GatewayLock.look(directory).orElseThrow();
            final Unwell.Backend away =
                    new Unwell.Backend("main", Condition.AWAY, Instant.now().toString(), 3, "");
            Unwell.keep(pair, own, List.of(away));
            assertEquals(1, status());
            assertTrue(lines().get(0).endsWith(" s: 3 requests are held"), tool.said());
            Unwell.keep(pair, new Holder(own.pid(), own.since().minusSeconds(9), true), List.of(away));
            assertEquals(0, status());
            for (final String garbage :
                    List.of("", "{", "[]", "{}", "null", "{\"pid\":" + own.pid() + "}", "x".repeat(9 << 20))) {
                Files.writeString(directory.resolve("out/gateway-backends.json"), garbage);
                assertEquals(0, status(), garbage);
            }
        }
    }

    @Test
    void shouldCallForAPersonWhoUndoesItWhenAnOperatorHasPausedTheGateway() throws Exception {
        AnsweredQueues.make(directory, 1, AnsweredQueues.Results::truth);
        try (QueuePair pair = QueuePair.open(directory, AnsweredQueues.OPTIONS)) {
            final ControlNotices notices = new ControlNotices(pair);
            notices.want(new Wanted("1", Act.RESUME, "anna", "2026-11-27T03:12:00Z", ""));
            assertEquals(0, status());
            notices.want(new Wanted("2", Act.PAUSE, "anna", "2026-11-27T03:12:00Z", "index"));
            assertEquals(1, status());
            final String words =
                    "paused since 2026-11-27T03:12:00Z by anna (index): no requests are read until sluice ctl resume";
            assertEquals("needs a person: " + words, lines().get(0));
            assertTrue(tool.said().contains("\ncontrol        " + words), tool.said());
            assertEquals(words, queues(json()).get("holdsUp").textValue());
            Files.writeString(directory.resolve("out/control-wanted.json"), "{");
            assertEquals(1, status());
            assertTrue(lines().get(0).startsWith("needs a person: paused: the last command cannot be understood"));
        }
    }

    @Test
    void shouldCallForAPersonWhenTheDiskIsBelowItsReserve() {
        AnsweredQueues.make(directory, 1, AnsweredQueues.Results::truth);
        assertEquals(1, status("--reserve", "1000000GB"));
        assertTrue(lines().get(0).matches("needs a person: the disk of the queues has .* left, below the .*"));
        assertEquals(2, status("--reserve", "many"));
    }

    @Test
    void shouldPrintTheSameMembersInTheirOrderWhenTheFormatIsJson() throws IOException {
        AnsweredQueues.make(directory, 8, AnsweredQueues.Results::truth);
        final JsonNode fine = json();
        assertEquals(
                "[at, condition, fine, needs, queues, waiting, rates, lanes]",
                names(fine).toString());
        assertEquals("[number, queues]", names(fine.at("/lanes/0")).toString());
        assertEquals(
                "[at, address, input, waiting, lastWritten, lastAnswered, rates, recent, disk,"
                        + " writingProcesses, writers, readers, runs, decided]",
                names(queues(fine)).toString());
        assertTrue(fine.get("fine").booleanValue());
        assertEquals(8, queues(fine).get("recent").get("results").intValue());
        assertEquals(
                "REJECTED",
                queues(fine).get("recent").get("failures").get(0).get("kind").textValue());
        assertEquals(60, fine.get("rates").get(0).get("seconds").intValue());
        assertEquals(8, fine.get("rates").get(2).get("answered").intValue());
        assertEquals(
                "[one, two]",
                queues(fine).get("writers").findValuesAsText("name").toString());
        AnsweredQueues.ask(directory, 1);
        final JsonNode waits = json();
        assertFalse(waits.get("fine").booleanValue());
        assertEquals(
                "[requests, oldest, oldestSeconds]", names(waits.get("waiting")).toString());
        assertEquals(1, waits.get("needs").size());
        assertTrue(waits.at("/needs/0/urgent").booleanValue());
        assertEquals(waits.get("waiting"), queues(waits).get("waiting"));
    }

    @Test
    void shouldSayWhoIsBehindAndWhatWasDecided() throws IOException {
        try (QueuePair pair = QueuePair.open(directory, AnsweredQueues.OPTIONS)) {
            pair.results("audit").close();
            AnsweredQueues.fill(pair, 4, AnsweredQueues.Results::truth);
            try (OutputReader reader = pair.results("audit")) {
                reader.poll(new Outcomes(), 3);
                try (GatewayClient client =
                                GatewayClient.builder(directory).diskReserve(0).open();
                        Job job = client.job("letters", "today")) {
                    job.handled(job.item("contract 1"));
                    job.mark("");
                    AnsweredQueues.fill(pair, 2, AnsweredQueues.Results::truth);
                    final JsonNode live = json();
                    assertEquals(
                            "[{\"name\":\"audit\",\"behind\":3,\"pid\":" + self() + "}]",
                            queues(live).get("readers").toString());
                    assertEquals(
                            "[{\"name\":\"letters@today\",\"behind\":2,\"handled\":1,\"failed\":0,\"pid\":" + self()
                                    + "}]",
                            queues(live).get("runs").toString());
                    assertEquals(
                            "[" + self() + "]",
                            queues(live).get("writingProcesses").toString());
                }
            }
        }
        AnsweredQueues.ask(directory, 1);
        assertEquals(0, tool.call("resume", "--queues", directory.toString(), "--lookup", "it"));
        status();
        final String text = tool.said();
        assertTrue(text.contains("readers        'audit' 3 results behind, not open"), text);
        assertTrue(
                text.contains("runs           letters@today 1 items handled, 0 failed, its mark is 2 results"), text);
        assertTrue(text.matches("(?s).*\\Rdecided +\\d+:6\\.\\.\\d+:6 for 'it' will be answered as failed, .*"), text);
    }

    @Test
    void shouldNameTheRequestThatEndedTheProcessWhenItWasAloneInHand() {
        AnsweredQueues.ask(directory, 3);
        try (QueuePair pair = QueuePair.open(directory, AnsweredQueues.OPTIONS);
                GatewayLock lock = pair.lease();
                GatewayNotes notes = lock.notes()) {
            final long last = pair.lastRequest().orElseThrow();
            notes.set(0, last);
            notes.set(1, last - 1);
            notes.set(2, 3);
        }
        status();
        assertTrue(
                tool.said()
                        .matches(
                                "(?s).*the last one crashed with requests up to \\d+:2 in progress; the next sends them"
                                        + " one at a time, .*; \\d+:1 was alone in progress at 2 such crashes\\R.*"),
                tool.said());
    }

    @Test
    void shouldShowChunksAndRatesOfALiveGateway() throws IOException {
        final int requests = 100;
        final String config =
                "name: watched\nqueues: {path: '" + directory + "', diskReserve: 1MB}\nchunk: {limit: 10}\n"
                        + "databases:\n  main: {url: 'jdbc:hsqldb:mem:" + UUID.randomUUID() + "', user: SA}\n"
                        + "lookups:\n  it: {database: main, sql: 'VALUES (CAST(? AS BIGINT))', types: [long], reads: []}\n";
        AnsweredQueues.ask(directory, requests);
        try (QueuePair pair = QueuePair.open(directory, AnsweredQueues.OPTIONS);
                RunningGateway gateway = RunningGateway.start(config)) {
            gateway.awaitNothingWaits(pair);
            final JsonNode live = json();
            assertTrue(live.get("fine").booleanValue(), live.toString());
            assertEquals(self(), queues(live).get("gateway").get("pid").longValue());
            final JsonNode chunks = queues(live).get("recent").get("chunks");
            assertEquals(10, chunks.get("max").intValue(), live.toString());
            assertTrue(chunks.get("count").intValue() >= requests / 10, live.toString());
            final JsonNode calls = queues(live).get("recent").get("calls");
            assertEquals(10, calls.get("max").intValue(), live.toString());
            assertTrue(calls.get("count").intValue() >= requests / 10, live.toString());
            assertEquals("it", calls.get("smallest").textValue());
            assertEquals(requests, live.get("rates").get(2).get("answered").intValue());
        }
        assertFalse(queues(json()).has("gateway"), "it gave its lock back");
        assertFalse(json().has("gateway"), "files alone do not tell what only it knows");
    }

    @Test
    void shouldShowItAgainAndAgainUntilInterruptedWhenWatching() throws InterruptedException {
        AnsweredQueues.make(directory, 1, AnsweredQueues.Results::truth);
        final StringWriter out = new StringWriter();
        final CommandLine command = Main.commandLine().setOut(new PrintWriter(out));
        final AtomicInteger code = new AtomicInteger(-1);
        final Thread watching = new Thread(
                () -> code.set(command.execute("status", "--queues", directory.toString(), "--watch", "1")),
                "watching");
        watching.start();
        Awaitility.await()
                .until(() -> out.toString()
                                .lines()
                                .filter("fine: nothing waits"::equals)
                                .count()
                        == 3);
        watching.interrupt();
        watching.join();
        assertEquals(0, code.get());
    }

    /** What was read of the one lane. */
    private static JsonNode queues(JsonNode status) {
        return status.at("/lanes/0/queues");
    }

    private static long self() {
        return ProcessHandle.current().pid();
    }

    private static List<String> names(JsonNode object) {
        final List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    private List<String> lines() {
        return tool.lines();
    }

    private JsonNode json() throws IOException {
        status("--json");
        return tool.json();
    }

    private int status(String... args) {
        return tool.on(directory, "status", args);
    }
}
