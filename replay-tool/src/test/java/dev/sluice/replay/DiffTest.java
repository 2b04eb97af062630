package dev.sluice.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.api.RequestKind;
import dev.sluice.internal.queue.InputWriter;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.testsupport.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recorded results beside those of replays, of a copy, and of something else. */
class DiffTest {

    @TempDir
    private Path directory;

    private final Commands tool = new Commands();
    private final RecordedLookups database = new RecordedLookups();

    DiffTest() throws SQLException {
        // opens the database
    }

    @BeforeEach
    void record() {
        database.record(path("queues"), requests -> {
            for (int round = 0; round < 2; round++) {
                for (long id = 1; id <= 20; id++) {
                    requests.lookup("customer", id);
                }
                requests.executeUpdate("touch", 1L);
                requests.executeQuery("in-city", "Ghent");
                requests.lookup("unknown", 1L);
            }
        });
    }

    @AfterEach
    void close() throws SQLException {
        database.close();
    }

    @Test
    void shouldFindNothingWhenTheSameIsAnswered() throws Exception {
        replay("replayed");
        assertEquals(0, diff("queues", "replayed"), tool::said);
        assertTrue(tool.out().matches("(?s).*customer +40 +0 +0 +0 +0\\R.*"), tool.out());
        assertTrue(tool.out().matches("(?s).*touch +0 +0 +0 +0 +2\\R.*"), "left out: " + tool.out());
        assertEquals(1, tool.out().split("\n\n").length, "no table of differences");
    }

    @Test
    void shouldFindExactlyWhatDiffersAndNothingThatRulesMakeEqual() throws Exception {
        database.sql("DELETE FROM customer WHERE id = 3");
        database.sql("UPDATE customer SET city = 'Malmö' WHERE id = 5");
        database.sql("UPDATE customer SET credit = 7.51, name = 'Nam 7' WHERE id = 7");
        replay("replayed");
        assertEquals(List.of("3 outcome", "5 city", "7 credit", "7 name"), differing("--lookup", "customer"));
        final String found = "rows [{NAME=name 3, CITY=Ghent, CREDIT=3.50}]";
        final JsonNode missing = lines.get(0);
        assertEquals(found, missing.get("firstValue").textValue());
        assertEquals("not_found", missing.get("secondValue").textValue());
        assertEquals(missing.get("position"), missing.get("first"));
        final JsonNode all = lines.get(lines.size() - 1);
        assertEquals(34, all.get("equal").intValue(), all::toString);
        assertEquals(6, all.get("different").intValue(), all::toString);
        assertTrue(all.get("finished").booleanValue());
        assertEquals(
                List.of("3 outcome", "7 name"),
                differing("--lookup", "customer", "--ignore", "CITY", "--tolerance", "credit=0.01"));
        assertEquals(List.of("7 credit", "7 name"), differing("--key", "7"));
        assertEquals(List.of("Ghent rows"), differing("--lookup", "in-city"));
        assertEquals(0, diff("queues", "replayed", "--key", "1,2,4", "--lookup", "customer"));
    }

    @Test
    void shouldPrintEqualDifferencesOfAKeyOnceAndSayHowManyMoreThereAre() throws Exception {
        database.sql("UPDATE customer SET city = 'Malmö'");
        replay("replayed");
        assertEquals(1, diff("queues", "replayed", "--lookup", "customer", "--limit", "2"));
        final String text = tool.out();
        assertTrue(text.matches("(?s).*customer +0 +40 +0 +0 +0 +city: 40\\R.*"), text);
        assertTrue(text.matches("(?s).*:0 +customer +1 +city +Ghent +Malmö +2\\R.*"), text);
        assertTrue(text.contains("and 36 more differences"), text);
    }

    @Test
    void shouldCompareTwoReplaysOfTheSameQueues() throws Exception {
        replay("one");
        database.sql("UPDATE customer SET name = 'x' WHERE id = 9");
        replay("other", "--lookup", "customer");
        assertEquals(1, diff("one", "other"));
        assertTrue(tool.out().matches("(?s).*customer +38 +2 +0 +0 +0 +name: 2\\R.*"), tool.out());
        assertTrue(tool.out().matches("(?s).*in-city +0 +0 +0 +0 +2\\R.*"), tool.out());
    }

    @Test
    void shouldCompareACopyByItsPositions() throws Exception {
        Trees.copy(path("queues"), path("copy"));
        assertEquals(0, diff("queues", "copy"), tool::said);
        assertTrue(tool.out().matches("(?s).*customer +40 +0 +0 +0 +0\\R.*"), tool.out());
        assertTrue(tool.out().matches("(?s).*touch +2 +0 +0 +0 +0\\R.*"), tool.out());
    }

    @Test
    void shouldSayWhatIsAnsweredOnOneSideOnlyAndThatAReplayEndedEarly() throws Exception {
        replay("replayed");
        try (QueuePair pair = QueuePair.open(path("replayed"), RecordedLookups.OPTIONS);
                InputWriter writer = pair.newWriter()) {
            writer.append(RequestKind.LOOKUP, Map.of("replay-of", nextPosition()), "customer", 1L);
        }
        database.record(path("queues"), requests -> requests.lookup("customer", 1L));
        assertEquals(1, diff("queues", "replayed", "--lookup", "customer"));
        assertTrue(tool.out().matches("(?s).*customer +40 +0 +1 +0 +0 +outcome: 1\\R.*"), tool.out());
        assertTrue(tool.out().matches("(?s).* outcome +rows +waiting +1\\R.*"), tool.out());
        final Path properties = path("replayed").resolve("out/gateway-replay");
        Files.writeString(properties, Files.readString(properties).replace("finished=true", "finished=false"));
        assertEquals(1, diff("queues", "replayed", "--key", "2"));
        assertTrue(tool.out().contains("the replay did not run to its end"), tool.out());
    }

    private String nextPosition() {
        try (QueuePair pair = QueuePair.open(path("queues"), RecordedLookups.OPTIONS)) {
            final String last =
                    pair.inputPosition(pair.lastRequest().orElseThrow()).toString();
            return last.split(":")[0] + ":" + (Long.parseLong(last.split(":")[1]) + 1);
        }
    }

    @Test
    void shouldCompareAFileOfJsonLinesLikeTheQueues() throws Exception {
        final String lines =
                Called.line("cat both --format json --queues " + path("queues")).out();
        Files.writeString(path("file"), lines);
        GzipLines.write(path("file.gz"), lines);
        database.sql("UPDATE customer SET city = 'Malmö' WHERE id = 5");
        replay("replayed");
        final String position = cycle() + ":20";
        final String time = json(lines.lines().toList().get(20)).get("written").textValue();
        for (final String options :
                List.of("--lookup customer", "--from " + position, "--to " + position, "--from " + time)) {
            assertEquals(1, diff("queues", "replayed", options.split(" ")));
            final String found = tool.out();
            assertTrue(found.contains("Malmö"), found);
            for (final String file : List.of("file", "file.gz")) {
                assertEquals(1, diff(file, "replayed", options.split(" ")), tool::err);
                assertEquals(found, tool.out(), options);
            }
        }
        assertEquals(0, diff("file", "queues"), tool::err);
        assertEquals(0, diff("queues", "file.gz"), tool::err);
        assertEquals(0, diff("file.gz", "file"), tool::err);
        assertTrue(tool.out().matches("(?s).*customer +40 +0 +0 +0 +0\\R.*"), tool.out());
    }

    private String cycle() {
        return nextPosition().split(":")[0];
    }

    @Test
    void shouldSayThatAFileIsCutWhereItEnds() throws Exception {
        final List<String> lines =
                Called.line("cat both --format json --queues " + path("queues")).lines();
        Files.write(path("file"), lines.subList(0, 10));
        for (final List<String> sides : List.of(List.of("file", "queues"), List.of("queues", "file"))) {
            assertEquals(3, diff(sides.get(0), sides.get(1)));
            assertTrue(tool.err().contains("after request " + cycle() + ":9: it is cut"), tool::err);
        }
    }

    @Test
    void shouldRefuseQueuesThatHaveNoRequestsInCommon() {
        AnsweredQueues.make(path("others"), 4, AnsweredQueues.Results::truth);
        assertEquals(3, diff("queues", "others"));
        assertTrue(tool.err().contains("is no replay of"), tool.err());
        assertEquals(3, diff("queues", "nowhere"));
        assertEquals(2, diff("queues", "queues", "--tolerance", "credit"));
    }

    private final List<JsonNode> lines = new ArrayList<>();

    /** The keys and fields that differ, in order, each once. */
    private List<String> differing(String... options) {
        assertEquals(
                1,
                diff(
                        "queues",
                        "replayed",
                        Stream.concat(Stream.of("--format", "json"), Stream.of(options))
                                .toArray(String[]::new)),
                tool::err);
        lines.clear();
        tool.out().lines().map(DiffTest::json).forEach(lines::add);
        return lines.stream()
                .filter(line -> line.get("type").textValue().equals("difference"))
                .map(line ->
                        line.get("key").textValue() + " " + line.get("field").textValue())
                .distinct()
                .sorted()
                .toList();
    }

    private static JsonNode json(String line) {
        try {
            return new ObjectMapper().readTree(line);
        } catch (final JsonProcessingException e) {
            throw new AssertionError(line, e);
        }
    }

    private Path path(String name) {
        return directory.resolve(name);
    }

    private void replay(String into, String... options) throws IOException {
        replayOf("queues", into, options);
    }

    private void replayOf(String recorded, String into, String... options) throws IOException {
        final List<String> all = new ArrayList<>(List.of(
                "replay",
                "--queues",
                path(recorded).toString(),
                "--config",
                database.configFile(directory).toString(),
                "--into",
                path(into).toString()));
        all.addAll(List.of(options));
        assertEquals(0, tool.call(all.toArray(String[]::new)), tool::err);
    }

    private int diff(String first, String second, String... options) {
        final List<String> all = new ArrayList<>(
                List.of("diff", path(first).toString(), path(second).toString()));
        all.addAll(List.of(options));
        return tool.call(all.toArray(String[]::new));
    }
}
