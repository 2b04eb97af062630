package dev.sluice.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.api.RequestKind;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.service.exchange.Exchange;
import dev.sluice.service.exchange.Exchanges;
import dev.sluice.service.exchange.ResultParts;
import dev.sluice.testsupport.Child;
import dev.sluice.testsupport.Program;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recorded requests asked of another database, by a gateway of the replay's own. */
class ReplayTest {

    @TempDir
    private Path directory;

    private final Commands tool = new Commands();
    private final RecordedLookups before;
    private final RecordedLookups after;

    ReplayTest() throws SQLException {
        before = new RecordedLookups();
        after = new RecordedLookups();
    }

    /** In the second database customer 3 is gone, and 5 has moved. */
    @BeforeEach
    void recordLookups() throws Exception {
        after.sql("DELETE FROM customer WHERE id = 3");
        after.sql("UPDATE customer SET city = 'Malmö' WHERE id = 5");
        before.record(queues(), requests -> {
            for (long id = 1; id <= 20; id++) {
                requests.lookup("customer", id);
                requests.executeUpdate("touch", id);
            }
            requests.executeQuery("in-city", "Malmö");
            requests.lookup("unknown", 1L);
        });
    }

    @AfterEach
    void close() throws Exception {
        try (before;
                after) {
            // closes both
        }
    }

    @Test
    void shouldAskReadsOfTheOtherDatabaseAndLeaveTheRecordedQueuesAlone() throws Exception {
        final Map<String, Long> recorded = files();
        assertEquals(0, replay(), tool::err);
        final List<Exchange> replayed = replayed();
        assertEquals(22, replayed.size());
        for (int i = 0; i < 20; i++) {
            assertEquals(positions().get(2 * i), header(replayed.get(i)), "in their order, named by their positions");
        }
        assertEquals("not_found", parts(replayed.get(2)).kind());
        assertEquals("rows [{NAME=name 4, CITY=Ghent, CREDIT=4.50}]", rows(replayed.get(3)));
        assertEquals("rows [{NAME=name 5, CITY=Malmö, CREDIT=5.50}]", rows(replayed.get(4)));
        assertEquals("rows [{ID=5, NAME=name 5}]", rows(replayed.get(20)));
        assertEquals("failed", parts(replayed.get(21)).kind());
        assertTrue(tool.out().contains("22 of 22 requests answered in "), tool.out());
        assertTrue(tool.out().contains("left out: 20 updates and events"), tool.out());
        assertEquals(19, after.count("touched = 0"));
        assertEquals(recorded, files());
    }

    @Test
    void shouldLeaveNoTraceInTheDatabaseUnlessUpdatesAreAskedFor() throws Exception {
        assertEquals(0, replay(), tool::err);
        assertEquals(0, tables());
        assertEquals(0, execute(List.of("--into", directory.resolve("second").toString(), "--updates")), tool::err);
        assertEquals(19, after.count("touched = 1"));
        assertEquals(0, execute(List.of("--into", directory.resolve("third").toString(), "--updates")), tool::err);
        assertEquals(19, after.count("touched = 2"), "the checkpoint of the one before does not stand in the way");
        assertEquals(20, before.count("touched = 1"), "of the recording");
    }

    private long tables() throws Exception {
        try (Connection connection = DriverManager.getConnection(after.url, "SA", "");
                ResultSet tables = connection.getMetaData().getTables(null, null, "SLUICE%", null)) {
            return tables.next() ? 1 : 0;
        }
    }

    @Test
    void shouldReplayTheRangeAndTheNamesThatAreMeant() throws Exception {
        final JsonNode report = replayAsJson(
                "--from", positions().get(10), "--to", positions().get(20), "--lookup", "customer,in-city");
        assertEquals(6, report.get("requests").intValue(), report::toString);
        assertEquals(6, report.get("answered").intValue());
        assertEquals(0, report.get("updatesLeftOut").intValue(), "they are not meant");
        assertEquals("customer", report.get("names").get(0).get("name").textValue());
        assertEquals(positions().get(10), header(replayed().get(0)));
    }

    @Test
    void shouldKeepThePausesWhenTheRhythmIsRecorded() throws Exception {
        final long second = System.currentTimeMillis() / 500;
        Awaitility.await().until(() -> System.currentTimeMillis() / 500 > second + 1);
        before.record(queues(), requests -> requests.lookup("customer", 1L));
        final long start = System.currentTimeMillis();
        assertEquals(0, replay("--rhythm", "recorded", "--factor", "2", "--lookup", "customer"), tool::err);
        final List<Long> then = written(queues());
        final List<Long> now = written(into());
        assertEquals(21, now.size());
        final long pause = then.get(then.size() - 1) - then.get(0);
        final long end = TimeUnit.NANOSECONDS.toMillis(now.get(20));
        assertTrue(
                end - start >= TimeUnit.NANOSECONDS.toMillis(pause) / 2 - 20,
                () -> "earlier than " + pause + " ns / 2");
    }

    @Test
    void shouldDropDeadlinesAndRenameWhatMeantTheRecordedQueues() throws Exception {
        try (QueuePair pair = QueuePair.open(queues(), RecordedLookups.OPTIONS);
                var writer = pair.newWriter()) {
            writer.append(
                    RequestKind.LOOKUP,
                    Map.of("deadline", "1", "job", "letters", "redrive-of", "1:2", "trace", "t"),
                    "customer",
                    7L);
        }
        assertEquals(0, replay("--key", "7"), tool::err);
        final Map<String, String> headers =
                replayed().get(1).request().orElseThrow().headers();
        assertEquals(
                Map.of(
                        "original-job",
                        "letters",
                        "original-redrive-of",
                        "1:2",
                        "trace",
                        "t",
                        "replay-of",
                        positions().get(42)),
                headers);
        assertEquals(
                "rows [{NAME=name 7, CITY=Ghent, CREDIT=7.50}]", rows(replayed().get(1)));
    }

    @Test
    void shouldRefuseADirectoryThatIsNotEmptyAndAWrongConfiguration() throws Exception {
        assertEquals(2, execute(List.of("--into", queues().toString())));
        assertTrue(tool.err().contains("is not empty"), tool.err());
        final Path wrong = Files.writeString(directory.resolve("wrong.yaml"), "databases: {}\nlookup: {}\n");
        assertEquals(3, run(List.of("--config", wrong.toString(), "--into", into().toString())));
        assertTrue(tool.err().contains("lookup"), tool.err());
        assertFalse(Files.exists(into()), "nothing is made");
        assertEquals(2, replay("--factor", "0"));
    }

    @Test
    void shouldFinishAndSumUpWhenItIsEndedBeforeAllIsAnswered() throws Exception {
        final Path config = Files.writeString(
                directory.resolve("away.yaml"),
                before.yaml(directory).replace(before.url, "jdbc:hsqldb:hsql://127.0.0.1:1/away"));
        final String text;
        try (Child process = Program.java(
                        Main.class, "replay", "--queues", queues(), "--config", config, "--into", into())
                .start()) {
            process.await("copies of all", () -> copied() == 22);
            process.stop(); // SIGTERM, which is as Ctrl-C
            text = process.said();
        }
        assertTrue(text.contains("0 of 22 requests answered in "), text);
    }

    private long copied() {
        if (!Files.exists(into().resolve("out/gateway-replay"))) {
            return 0;
        }
        try (QueuePair pair = QueuePair.open(into(), RecordedLookups.OPTIONS)) {
            return pair.requestCount();
        }
    }

    private static String header(Exchange exchange) {
        return exchange.request().orElseThrow().headers().get("replay-of");
    }

    private static ResultParts parts(Exchange exchange) {
        return ResultParts.of(exchange.answer().orElseThrow().frame());
    }

    private static String rows(Exchange exchange) {
        return "rows " + parts(exchange).rows().orElseThrow();
    }

    private List<Exchange> replayed() {
        final List<Exchange> all = new ArrayList<>();
        try (QueuePair pair = QueuePair.open(into(), RecordedLookups.OPTIONS);
                Exchanges exchanges = Exchanges.open(pair, OptionalLong.empty())) {
            for (Optional<Exchange> next = exchanges.next(); next.isPresent(); next = exchanges.next()) {
                all.add(next.get());
            }
        }
        return all;
    }

    private List<String> positions() {
        return AnsweredQueues.positions(queues());
    }

    /** When lookups of customers were written there. */
    private static List<Long> written(Path queues) {
        final List<Long> times = new ArrayList<>();
        AnsweredQueues.scan(queues, (pair, scan) -> {
            if (scan.frame().name().equals("customer")) {
                times.add(scan.writtenNanos());
            }
        });
        return times;
    }

    /** The messages of the recorded queues. */
    private Map<String, Long> files() throws IOException {
        final Map<String, Long> all = new TreeMap<>();
        try (Stream<Path> files = Files.walk(queues())) {
            for (final Path file :
                    files.filter(path -> path.toString().endsWith(".cq4")).toList()) {
                all.put(queues().relativize(file).toString(), checksum(file));
            }
        }
        return all;
    }

    private static long checksum(Path file) throws IOException {
        final CRC32C crc = new CRC32C();
        try (InputStream stream = new CheckedInputStream(Files.newInputStream(file), crc)) {
            stream.transferTo(OutputStream.nullOutputStream());
        }
        return crc.getValue();
    }

    private Path queues() {
        return directory.resolve("queues");
    }

    private Path into() {
        return directory.resolve("replayed");
    }

    private int replay(String... options) throws IOException {
        return execute(Stream.concat(Stream.of("--into", into().toString()), Stream.of(options))
                .toList());
    }

    private JsonNode replayAsJson(String... options) throws IOException {
        assertEquals(
                0,
                replay(Stream.concat(Stream.of("--format", "json"), Stream.of(options))
                        .toArray(String[]::new)),
                tool::err);
        return tool.json();
    }

    private int execute(List<String> options) throws IOException {
        final List<String> all =
                new ArrayList<>(List.of("--config", after.configFile(directory).toString()));
        all.addAll(options);
        return run(all);
    }

    private int run(List<String> options) {
        final List<String> all = new ArrayList<>(List.of("replay", "--queues", queues().toString()));
        all.addAll(options);
        return tool.call(all.toArray(String[]::new));
    }
}
