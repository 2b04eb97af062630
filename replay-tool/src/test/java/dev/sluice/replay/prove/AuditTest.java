package dev.sluice.replay.prove;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.internal.queue.QueuePair;
import dev.sluice.replay.Called;
import dev.sluice.replay.ServedDatabase;
import dev.sluice.replay.ServedDatabase.Kind;
import dev.sluice.service.RunningGateway;
import dev.sluice.testsupport.SeriesLength;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Databases and queues that a real gateway left, and what may have gone wrong with them since. */
class AuditTest {

    private static final String PAID = "pay=SELECT SUM(n) FROM t";

    /** Something done to a database behind the gateway's back. */
    private interface Fault {
        void plant(ServedDatabase database) throws SQLException;
    }

    @TempDir
    private Path directory;

    static Stream<Arguments> faults() {
        return Stream.of(Kind.values())
                .flatMap(
                        kind -> Stream.of(
                                fault(
                                        kind,
                                        "the checkpoint is ahead of the input",
                                        it -> it.execute("UPDATE sluice_checkpoint SET last_index = last_index + 5"),
                                        "database 'main'  the checkpoint is at :\\d+, but the input ends at :\\d+",
                                        "database 'main'  the checkpoint is at :\\d+, but the last stored outcome is of :\\d+"),
                                fault(
                                        kind,
                                        "the database lost its last commit",
                                        it -> it.execute(
                                                "DELETE FROM sluice_outcome WHERE last_index ="
                                                        + " (SELECT MAX(last_index) FROM sluice_outcome)",
                                                "UPDATE sluice_checkpoint SET last_index ="
                                                        + " (SELECT MAX(last_index) FROM sluice_outcome)"),
                                        "out :19  is a success of the update at :19, but database 'main' is at :17"),
                                fault(
                                        kind,
                                        "the checkpoint is behind its outcomes",
                                        it -> it.execute("UPDATE sluice_checkpoint SET last_index = last_index - 2"),
                                        "database 'main'  the checkpoint is at :17, but the last stored outcome is of :19"),
                                fault(
                                        kind,
                                        "the checkpoint is of another input",
                                        it -> it.execute("UPDATE sluice_checkpoint SET queue_id ="
                                                + " '00000000-0000-0000-0000-000000000001'"),
                                        "database 'main'  the checkpoint belongs to the input 00000000-0000-0000-0000-000000000001,"
                                                + " but the input here is .*"),
                                fault(
                                        kind,
                                        "the checkpoint knows of more results than there are",
                                        it -> it.execute("UPDATE sluice_checkpoint SET pruned_index = last_index + 1"),
                                        "database 'main'  the gateway had written results up to :20, but the output ends at :19",
                                        "database 'main'  the outcomes are out of order: .*"),
                                fault(
                                        kind,
                                        "the checkpoint is gone",
                                        it -> it.execute("DELETE FROM sluice_checkpoint"),
                                        "out :1  is a success of the update at :1, but database 'main' has no checkpoint of"
                                                + " gateway 'served'"),
                                fault(
                                        kind,
                                        "an outcome is altered",
                                        it -> it.changeLastOutcomes(bytes -> flipped(bytes, bytes.length - 1, 4)),
                                        "out :19  is 'updated' for the update at :19, but its outcome in database 'main'"
                                                + " is: 3 rows changed"),
                                fault(
                                        kind,
                                        "an outcome turned into a failure",
                                        it -> it.changeLastOutcomes(AuditTest::failed),
                                        "out :19  is 'updated' for the update at :19, but its outcome in database 'main'"
                                                + " is: failed, REJECTED"),
                                fault(
                                        kind,
                                        "an outcome turned into rows",
                                        it -> it.changeLastOutcomes(AuditTest::returned),
                                        "out :19  is 'updated' for the update at :19, but its outcome in database 'main'"
                                                + " is: 4 rows returned"),
                                fault(
                                        kind,
                                        "an outcome is of another request",
                                        it -> it.changeLastOutcomes(bytes -> flipped(bytes, bytes.length - 3, 1)),
                                        "database 'main'  the outcome stored for :19 is of another request: the input has 'pay' there"),
                                fault(
                                        kind,
                                        "an outcome is cut",
                                        it -> it.changeLastOutcomes(bytes -> Arrays.copyOf(bytes, bytes.length - 1)),
                                        "database 'main'  a row of outcomes cannot be read: .*"),
                                fault(
                                        kind,
                                        "an outcome has another key",
                                        it -> it.execute(
                                                "UPDATE sluice_outcome SET last_index = last_index + 1 WHERE last_index"
                                                        + " = (SELECT MAX(last_index) FROM sluice_outcome)"),
                                        "database 'main'  a row of outcomes ends with another request than its key says"),
                                fault(
                                        kind,
                                        "an outcome among others is gone",
                                        it -> it.execute("DELETE FROM sluice_outcome WHERE last_index ="
                                                + " (SELECT MAX(last_index) - 2 FROM sluice_outcome)"),
                                        "out :17  is a success of the update at :17, but database 'main' has no outcome of this"
                                                + " update, and has those before and after it"),
                                fault(
                                        kind,
                                        "a row that an update changed is lost",
                                        it -> it.execute("UPDATE t SET n = 0 WHERE id = 3"),
                                        "database 'main'  the query for 'pay' returned 9, but the results of 'pay' add up to 10 changed rows")));
    }

    /** Each fault in one of the databases, and before an issue is resolved in both. */
    static Stream<Arguments> faultsOfThisBuild() {
        final int databases = SeriesLength.of("databasesOfEachFault", 1, Kind.values().length);
        final List<Arguments> all = faults().toList();
        final int perKind = all.size() / Kind.values().length;
        return IntStream.range(0, all.size())
                .filter(i -> (i % perKind + i / perKind) % Kind.values().length < databases)
                .mapToObj(all::get);
    }

    private static Arguments fault(Kind kind, String name, Fault fault, String... expected) {
        return Arguments.of(kind, name, fault, List.of(expected));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("faultsOfThisBuild")
    void shouldFindItWhenDatabaseAndQueuesDoNotAgree(Kind kind, String name, Fault fault, List<String> expected)
            throws Exception {
        final ServedDatabase served = served(kind);
        fault.plant(served);
        final Called said = verify(served, "--rows", PAID);
        assertEquals(1, said.code(), said::toString);
        final List<String> violations = said.out()
                .replaceAll("\\d+:(\\d+)", ":$1")
                .lines()
                .takeWhile(line -> !line.contains(" requests and "))
                .toList();
        for (final String pattern : expected) {
            assertTrue(violations.stream().anyMatch(line -> line.matches(pattern)), pattern + " in " + said);
        }
        assertTrue(violations.size() <= 10, said::toString); // an update each at most
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void shouldFindNothingWhenAllIsWell(Kind kind) throws Exception {
        final ServedDatabase served = served(kind);
        served.ask("add", 1, 1); // refused: it is there already
        served.ask("pay", 999, 999); // changes nothing
        served.run();
        final Called said = verify(served, "--rows", PAID, "--rows", "add=SELECT COUNT(*) - 10 FROM t");
        assertEquals(0, said.code(), said::toString);
        assertTrue(said.out().contains("rows        pay: updates changed 10, and the query says 10"), said::toString);
        assertTrue(said.out().contains("rows        add: updates changed 0, and the query says 0"), said::toString);
        assertTrue(said.out().matches("(?s).*checkpoint  main: at \\d+:21, 12 outcomes kept.*"), said::toString);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void shouldFindNothingWhenUpdatesAreCommittedWhoseResultsAreLost(Kind kind) throws Exception {
        final ServedDatabase served = served(kind);
        served.copyOutput("out", "before");
        served.ask("pay", 0, 3);
        served.run();
        served.deleteOutput();
        served.copyOutput("before", "out");
        final Called said = verify(served, "--rows", PAID);
        assertEquals(0, said.code(), said::toString);
        assertTrue(said.out().contains("pay: updates changed 14, and the query says 14"), said::toString);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void shouldFindNothingWhileAGatewayRuns(Kind kind) throws Exception {
        final ServedDatabase served = ServedDatabase.make(kind, directory, 10);
        served.configure(", updatesPerTransaction: 20");
        final List<Called> all = new ArrayList<>();
        try (QueuePair pair = QueuePair.open(served.queues(), ServedDatabase.OPTIONS);
                RunningGateway gateway = served.start()) {
            for (int i = 0; i < 8; i++) {
                served.askInTurn("pay", 1_000, 10);
                all.add(verify(served, "--rows", PAID));
            }
            gateway.awaitNothingWaits(pair);
        }
        all.forEach(said -> assertEquals(0, said.code(), said::toString));
        final Called last = verify(served, "--rows", PAID);
        assertTrue(last.out().contains("pay: updates changed 8,000, and the query says 8,000"), last::toString);
        assertTrue(served.number("SELECT MAX(pruned_index) FROM sluice_checkpoint") > 0, "outcomes were forgotten");
    }

    @Test
    void shouldLookAtACopyWhenToldSo() throws Exception {
        final ServedDatabase served = served(Kind.HSQLDB);
        served.execute("SCRIPT '" + directory.resolve("copy.script") + "'");
        served.execute("UPDATE t SET n = 0");
        final String copy = "main=jdbc:hsqldb:file:" + directory.resolve("copy");
        final Called said = verify(served, "--rows", PAID, "--database", copy);
        assertEquals(0, said.code(), said::toString);
        assertEquals(1, verify(served, "--rows", PAID).code(), "the database itself is another matter");
        assertEquals(0, verify(served, "--rows", PAID, "--database", copy).code(), "it was not changed");
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void shouldRefuseWhatCannotBeCompared(Kind kind) throws Exception {
        final ServedDatabase served = served(kind);
        assertEquals(2, verify(served, "--rows", "paid=SELECT 1").code());
        assertEquals(2, verify(served, "--rows", "pay=DELETE FROM t").code());
        assertEquals(2, verify(served, "--rows", "pay=SELECT id FROM t").code());
        assertEquals(2, verify(served, "--database", "other=jdbc:hsqldb:mem:x").code());
        assertEquals(2, served.replay("verify", "--rows", PAID).code(), "no configuration");
        final Called away = verify(served, "--database", "main=jdbc:postgresql://127.0.0.1:1/x");
        assertEquals(3, away.code(), away::toString);
        assertTrue(away.err().contains("database 'main' cannot be read: "), away::toString);
        assertEquals(
                3,
                verify(served, "--database", "main=jdbc:hsqldb:mem:nobody-made-it")
                        .code());
        assertEquals(10, served.number("SELECT COUNT(*) FROM t"));
    }

    /** Ten lookups and ten updates, each with a transaction of its own. */
    private ServedDatabase served(Kind kind) throws SQLException, IOException {
        final ServedDatabase served = ServedDatabase.make(kind, directory, 10);
        served.configure(", transaction: each");
        for (int i = 0; i < 10; i++) {
            served.ask("look", i, i);
            served.ask("pay", i, i);
        }
        served.run();
        return served;
    }

    private static Called verify(ServedDatabase served, String... more) {
        return served.replay(
                "verify",
                Stream.concat(Stream.of("--config", served.config().toString()), Stream.of(more))
                        .toArray(String[]::new));
    }

    private static byte[] flipped(byte[] bytes, int at, int bit) {
        bytes[at] ^= (byte) bit;
        return bytes;
    }

    /** The tag of a failure, its kind, whether it may be retried, and two empty texts. */
    private static byte[] failed(byte[] bytes) {
        final byte[] failed = Arrays.copyOf(bytes, bytes.length + 10);
        failed[bytes.length - 1] = 1;
        failed[bytes.length] = 3;
        return failed;
    }

    /** Four rows of one column. */
    private static byte[] returned(byte[] bytes) {
        final byte[] returned = Arrays.copyOf(bytes, bytes.length + 4);
        System.arraycopy(new byte[] {11, 1, 0, 4, 0}, 0, returned, bytes.length - 1, 5);
        return returned;
    }
}
