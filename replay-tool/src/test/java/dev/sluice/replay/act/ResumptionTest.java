package dev.sluice.replay.act;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueOptions;
import dev.sluice.client.GatewayClient;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.queue.retention.RollFileRetention;
import dev.sluice.internal.queue.state.GatewayLock;
import dev.sluice.replay.Called;
import dev.sluice.replay.ServedDatabase;
import dev.sluice.replay.ServedDatabase.Kind;
import dev.sluice.service.QueueFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A gateway goes on at another place, or on an output that takes the place of a lost one. */
class ResumptionTest {

    private static final String PAID = "SELECT SUM(n) FROM t";

    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource(Kind.class)
    void shouldGoOnAtAPlaceAndAnswerWhatWaitsBeforeAsFailed(Kind kind) throws Exception {
        final ServedDatabase served = ServedDatabase.make(kind, directory, 10);
        served.ask("look", 0, 4);
        served.run();
        served.ask("pay", 0, 4);
        served.ask("look", 0, 4);
        final Path report = directory.resolve("skipped.jsonl");
        final String[] skip = {"--from", position(served, 8), "--report", report.toString()};
        final Called tried = resume(served, "--dry-run", skip);
        assertEquals(0, tried.code(), tried::toString);
        assertTrue(tried.out().matches("(?s).*3 requests, from \\d+:5 to \\d+:7:\\R.*"), tried::toString);
        assertTrue(tried.out().contains("3  answered as failed: pay 3"), tried::toString);
        assertTrue(tried.out().contains("7 more wait later"), tried::toString);
        assertFalse(Files.exists(served.queues().resolve("out/gateway-decisions.json")));
        assertEquals(0, resume(served, "--force", skip).code());
        final List<String> lines = Files.readAllLines(report);
        assertEquals(3, lines.size());
        assertTrue(
                lines.get(0)
                        .matches("\\{\"position\":\"\\d+:5\",\"method\":\"executeUpdate\",\"name\":\"pay\",\"writer\":"
                                + "\"[0-9a-f]+\",\"sequence\":1,\"written\":\"[^\"]+Z\",\"fate\":\"failed\"\\}"),
                lines.get(0));
        final List<String> results = served.run();
        assertEquals(15, results.size());
        for (int i = 5; i < 8; i++) {
            assertTrue(results.get(i).startsWith("failed NOT_ALLOWED 'pay', request "), results.get(i));
        }
        assertEquals(List.of("updated 1", "updated 1"), results.subList(8, 10));
        assertEquals(2, served.number(PAID));
        assertVerified(served);
        final Called again = resume(served, "--dry-run", skip);
        assertEquals(0, again.code());
        assertTrue(again.out().contains("nothing waits before that place"), again::toString);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void shouldAnswerAsAppliedWhatWasCommittedWhenAllThatWaitsIsSkipped(Kind kind) throws Exception {
        final ServedDatabase served = ServedDatabase.make(kind, directory, 10);
        served.ask("look", 0, 0);
        served.run();
        served.copyOutput("out", "before");
        served.ask("pay", 0, 4);
        served.run();
        served.deleteOutput();
        served.copyOutput("before", "out");
        served.ask("pay", 5, 9);
        final Called unknown = served.replay("resume", "--from", "2099-01-01", "--dry-run");
        assertTrue(
                unknown.out().contains("10  answered as failed, or as applied if the database has a record of "),
                unknown::toString);
        final Called said = resume(served, "--force", "--from", "2099-01-01");
        assertTrue(said.out().contains("5  answered from the checkpoint, not run again: pay 5"), said::toString);
        assertTrue(said.out().contains("5  answered as failed: pay 5"), said::toString);
        final List<String> results = served.run();
        assertEquals(List.of("updated 1", "updated 1", "updated 1", "updated 1", "updated 1"), results.subList(1, 6));
        assertTrue(results.get(6).startsWith("failed NOT_ALLOWED"), results.get(6));
        assertEquals(5, served.number(PAID));
        assertVerified(served);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void shouldAnswerEverythingAgainAndRunNoUpdateTwiceWhenTheOutputIsLost(Kind kind) throws Exception {
        final ServedDatabase served = synced(kind);
        served.deleteOutput();
        final IllegalStateException stopped = assertThrows(IllegalStateException.class, served::run);
        assertTrue(stopped.getMessage().contains("sluice replay resume --rebuild-output"), stopped.getMessage());
        served.ask("pay", 0, 4);
        served.deleteOutput();
        final long pruned = served.number("SELECT pruned_index FROM sluice_checkpoint") & 0xFFFFFFFFL;
        final Called tried = resume(served, "--rebuild-output");
        assertEquals(1, tried.code(), tried::toString);
        assertTrue(tried.out().contains("there is no output in "), tried::toString);
        assertTrue(tried.out().contains("5  run for the first time: pay 5"), tried::toString);
        final long lost = pruned / 2 + 1;
        assertTrue(tried.out().contains(lost + "  asked: look " + lost), tried::toString);
        assertTrue(
                tried.out().contains(2 * (40 - lost) + "  answered from the checkpoint, not run again: look "),
                tried::toString);
        assertTrue(
                tried.out().contains(lost + "  either executed or refused before, and it is no longer known which: "),
                tried::toString);
        assertTrue(tried.out().contains("--force accepts them"), tried::toString);
        assertThrows(IllegalStateException.class, served::run, "it was only tried");
        assertEquals(0, resume(served, "--rebuild-output", "--force").code());
        served.copyOutput("out", "rebuilt");
        final List<String> results = served.run();
        assertRebuilt(results, lost);
        assertEquals(45, served.number(PAID));
        assertVerified(served);
        served.deleteOutput();
        served.copyOutput("rebuilt", "out"); // as if a crash had taken every result
        assertRebuilt(served.run(), lost);
        assertEquals(45, served.number(PAID));
        assertVerified(served);
        served.ask("pay", 0, 0);
        assertEquals("updated 1", served.run().get(85));
        assertVerified(served);
    }

    /** What they say of the database is as true for another output. */
    @Test
    void shouldKeepTheNotesOfCommitsWhenTheMessagesOfTheOutputAreLost() throws Exception {
        final ServedDatabase served = synced(Kind.POSTGRESQL);
        final Path note = served.queues().resolve("out/checkpoint-main@-served.state");
        final byte[] noted = Files.readAllBytes(note);
        final Path properties = note.resolveSibling("queue.properties");
        final byte[] whose = Files.readAllBytes(properties);
        served.deleteOutput();
        Files.createDirectory(note.getParent());
        Files.write(note, noted);
        Files.write(properties, whose);
        final Called said = resume(served, "--rebuild-output", "--force");
        assertEquals(0, said.code(), said::toString);
        assertArrayEquals(noted, Files.readAllBytes(note));
        served.execute("UPDATE sluice_checkpoint SET last_index = last_index - 10");
        final IllegalStateException refused = assertThrows(IllegalStateException.class, served::run);
        assertTrue(refused.getMessage().contains("the database lost them"), refused.getMessage());
        served.execute("UPDATE sluice_checkpoint SET last_index = last_index + 10");
        assertEquals(80, served.run().size());
        assertEquals(40, served.number(PAID));
        assertVerified(served);
    }

    private static void assertRebuilt(List<String> results, long lost) {
        assertEquals(85, results.size());
        for (int i = 0; i < 40; i++) {
            assertTrue(results.get(2 * i).startsWith("rows [{"), results.get(2 * i));
            final String update = results.get(2 * i + 1);
            assertTrue(
                    i < lost
                            ? update.startsWith("failed NOT_ALLOWED The update at ")
                                    && update.contains("is not run again: its outcome was in an output that is lost")
                            : update.equals("updated 1"),
                    i + ": " + update);
        }
        assertEquals(List.of("updated 1", "updated 1", "updated 1", "updated 1", "updated 1"), results.subList(80, 85));
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void shouldGoOnBehindAnOlderCopyOfTheOutput(Kind kind) throws Exception {
        final ServedDatabase served = ServedDatabase.make(kind, directory, 10);
        served.configure(", transaction: each", ", sync: chunk");
        served.ask("look", 0, 9);
        served.run();
        served.copyOutput("out", "before");
        pairs(served, 40);
        served.run();
        served.deleteOutput();
        served.copyOutput("before", "out");
        assertThrows(IllegalStateException.class, served::run);
        final Called said = resume(served, "--rebuild-output", "--force");
        assertEquals(0, said.code(), said::toString);
        assertTrue(said.out().matches("(?s).*the output answers requests up to \\d+:9\\R.*"), said::toString);
        final List<String> results = served.run();
        assertEquals(90, results.size());
        assertEquals(40, served.number(PAID));
        assertVerified(served);
        final Called needless = resume(served, "--rebuild-output", "--force");
        assertEquals(0, needless.code());
        assertTrue(needless.out().contains("there is nothing to rebuild"), needless::toString);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void shouldSkipWhatWasAnsweredWhenTheOutputIsRebuiltFromAPlace(Kind kind) throws Exception {
        final ServedDatabase served = synced(kind);
        served.deleteOutput();
        final Called said = resume(served, "--force", "--rebuild-output", "--from", position(served, 70));
        assertEquals(0, said.code(), said::toString);
        assertTrue(said.out().contains("35  answered as failed: look 35"), said::toString);
        assertTrue(said.out().contains("not run again: look 5, pay 20"), "kept with the updates: " + said);
        final List<String> results = served.run();
        assertTrue(results.get(68).startsWith("failed NOT_ALLOWED 'look', request "), results.get(68));
        assertTrue(results.get(70).startsWith("rows "), results.get(70));
        assertEquals("updated 1", results.get(69), "it was committed, and its outcome is kept");
        assertEquals(80, results.size());
        assertEquals(40, served.number(PAID));
        assertVerified(served);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void shouldAnswerWhatTheInputStillHasWhenItsFirstFilesAreDeleted(Kind kind) throws Exception {
        final ServedDatabase served = ServedDatabase.make(kind, directory, 10);
        served.configure(", transaction: each", ", sync: chunk");
        final QueueOptions rolling = ServedDatabase.OPTIONS.withRollCycle("TEST_SECONDLY");
        QueuePair.open(served.queues(), rolling).close();
        pairs(served, 30);
        served.run();
        QueueFiles.awaitNext();
        pairs(served, 5);
        served.run();
        try (QueuePair pair = QueuePair.open(served.queues(), rolling);
                GatewayLock lock = pair.lease()) {
            final RollFileRetention retention = new RollFileRetention(pair, lock);
            retention.delete(retention.sync(), Duration.ofDays(1), Instant.now().plus(Duration.ofDays(2)));
            assertTrue(pair.hasDeletedRequests());
            assertTrue(pair.requestCount() >= 10);
        }
        served.deleteOutput();
        final Called said = resume(served, "--rebuild-output", "--force");
        assertEquals(0, said.code(), said::toString);
        final List<String> results = served.run();
        assertTrue(results.size() >= 10, results::toString);
        assertEquals("updated 1", results.get(results.size() - 1));
        assertEquals(35, served.number(PAID));
        assertVerified(served);
        served.ask("pay", 0, 0);
        served.run();
        assertEquals(36, served.number(PAID));
        assertVerified(served);
    }

    @Test
    void shouldSendAndRunAgainOnlyWhenForced() throws Exception {
        final ServedDatabase served = ServedDatabase.make(Kind.HSQLDB, directory, 10);
        served.declare(", updates: at-least-once", """
                services:
                  post: {url: 'http://127.0.0.1:1/'}
                lookups:
                  look: {database: main, sql: 'SELECT n FROM t WHERE id = ?', types: [long], reads: [t]}
                statements:
                  pay: {database: main, sql: 'UPDATE t SET n = n + 1 WHERE id = ?', types: [long]}
                endpoints:
                  letter: {service: post}
                """);
        try (GatewayClient client = GatewayClient.builder(served.queues())
                .options(ServedDatabase.OPTIONS)
                .open()) {
            client.requests().lookup("look", 1L);
            client.requests().executeUpdate("pay", 1L);
            client.requests().send("letter", 1L);
            client.requests().executeUpdate("payd", 1L);
        }
        served.deleteOutput();
        final Called undeclared = resume(served, "--rebuild-output", "--force");
        assertEquals(1, undeclared.code(), undeclared::toString);
        assertTrue(undeclared.out().contains("declare the undeclared updates"), undeclared::toString);
        assertTrue(
                undeclared.out().contains("1  sent, perhaps a second time with the same idempotency key: letter 1"),
                undeclared::toString);
        assertTrue(undeclared.out().contains("1  run, perhaps a second time: pay 1"), undeclared::toString);
        final String behind = position(served, 4);
        assertEquals(
                1,
                resume(served, "--rebuild-output", "--from", position(served, 2))
                        .code());
        assertEquals(0, resume(served, "--rebuild-output", "--from", behind).code(), "nothing of it is asked");
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void shouldRefuseWhenDatabasesAndInputDoNotBelongTogether(Kind kind) throws Exception {
        final ServedDatabase served = synced(kind);
        served.deleteOutput();
        assertEquals(2, served.replay("resume", "--rebuild-output").code(), "no configuration");
        assertEquals(2, resume(served, "--rebuild-output", "--lookup", "look").code());
        assertEquals(2, resume(served, "--from", "17").code());
        assertEquals(
                3,
                resume(served, "--rebuild-output", "--database", "main=jdbc:hsqldb:mem:nobody")
                        .code());
        served.execute("UPDATE sluice_checkpoint SET queue_id = '00000000-0000-0000-0000-000000000001'");
        final Called foreign = resume(served, "--rebuild-output", "--force");
        assertEquals(1, foreign.code(), foreign::toString);
        assertTrue(foreign.out().contains("the checkpoint belongs to the input 0000"), foreign::toString);
        assertFalse(Files.exists(served.queues().resolve("out/gateway-lost-results.json")));
    }

    /** Forty reads and forty updates, answered; the database has forgotten the outcomes of the first of them. */
    private ServedDatabase synced(Kind kind) throws Exception {
        final ServedDatabase served = ServedDatabase.make(kind, directory, 10);
        served.configure(", transaction: each", ", sync: chunk");
        pairs(served, 40);
        served.run();
        assertTrue(served.number("SELECT pruned_index FROM sluice_checkpoint") > 0);
        return served;
    }

    private static void pairs(ServedDatabase served, int pairs) {
        try (GatewayClient client = GatewayClient.builder(served.queues())
                .options(ServedDatabase.OPTIONS)
                .open()) {
            for (long i = 0; i < pairs; i++) {
                client.requests().lookup("look", i % 10);
                client.requests().executeUpdate("pay", i % 10);
            }
        }
    }

    private static void assertVerified(ServedDatabase served) {
        final Called said = served.replay("verify", "--config", served.config().toString());
        assertEquals(0, said.code(), said::toString);
    }

    private static Called resume(ServedDatabase served, String first, String... more) {
        return served.replay(
                "resume",
                Stream.concat(Stream.of("--config", served.config().toString(), first), Stream.of(more))
                        .toArray(String[]::new));
    }

    private static String position(ServedDatabase served, long sequence) {
        try (QueuePair pair = QueuePair.open(served.queues(), ServedDatabase.OPTIONS)) {
            return pair.inputPosition(pair.lastRequest().orElseThrow()).cycle() + ":" + sequence;
        }
    }
}
