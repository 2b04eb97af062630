package dev.sluice.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.api.RequestKind;
import dev.sluice.internal.queue.InputWriter;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.service.QueueFiles;
import dev.sluice.testsupport.Program;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Cat of eight answered requests of each kind and one that waits. */
class CatTest {

    private static final int ANSWERED = 8;
    private static final int PART = 20;

    @TempDir
    private Path directory;

    private String cycle;

    @BeforeEach
    void answerAllButOne() {
        AnsweredQueues.make(directory, ANSWERED, AnsweredQueues.Results::truth);
        append("late", "one, \"two\"", null, new BigDecimal("1.50"), new byte[] {1}, true, Double.NaN);
        cycle = lines("requests").get(0).split(":")[0];
    }

    private void append(String name, Object... arguments) {
        try (QueuePair queues = QueuePair.open(directory, AnsweredQueues.OPTIONS);
                InputWriter writer = queues.newWriter()) {
            writer.append(RequestKind.LOOKUP, Map.of("job", "j"), name, arguments);
        }
    }

    @Test
    void shouldPutRequestsBesideTheirResultsWhenAskedForBoth() {
        final List<String> lines = lines("both");
        assertEquals(ANSWERED + 1, lines.size());
        assertEquals(cycle + ":0 lookup 'lookup-it' [0, a] -> not found", lines.get(0));
        assertEquals(cycle + ":2 executeUpdate 'executeUpdate-it' [2, a] -> updated 1", lines.get(2));
        assertTrue(lines.get(3).endsWith("send 'send-it' [3, a] -> failed REJECTED  no"), lines.get(3));
        assertTrue(lines.get(ANSWERED).endsWith(" -> waiting"), lines.get(ANSWERED));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "both --lookup lookup-it,send-it | 0 3 4 7",
                "both --key 5 | 5",
                "both --key a --limit 2 | 0 1",
                "both --outcome updated | 2 6",
                "both --outcome waiting | 8",
                "both --failure REJECTED --limit 1 | 3",
                "results --outcome not_found,waiting | 0 1 4 5",
                "requests --last 2 | 7 8",
                "results --last 2 | 6 7",
                "results --last 2 --outcome updated | 2 6",
                "both --last 100 | 0 1 2 3 4 5 6 7 8",
                "both --from C:3 --to C:5 | 3 4 5",
                "results --from C:3 --limit 2 | 3 4",
                "both --from C:9 | ''",
                "both --from 1970-01-02 --to 1970-01-03T00:00:00Z | ''",
                "both --from 2999-01-01T00:00 | ''",
                "requests --from 1999-12-31 --limit 1 | 0",
            })
    void shouldPrintThoseThatAreMeant(String arguments, String sequences) {
        final List<String> printed = lines(arguments.replace("C:", cycle + ":").split(" ")).stream()
                .map(line -> line.split(" ")[0].split(":")[1])
                .toList();
        assertEquals(sequences, String.join(" ", printed));
    }

    @Test
    void shouldKeepToALineAndShowNoControlCharactersWhenTheFormatIsText() {
        append("odd", "a\nb\u001b[31m", new byte[] {1, 2}, new double[] {1.5});
        final String odd = lines("requests").get(ANSWERED + 1);
        assertTrue(odd.endsWith(" lookup 'odd' [a?b?[31m, 2 bytes, [1.5]]"), odd);
    }

    @Test
    void shouldBeginWhereATimeIsWhenItIsInTheMiddle() throws Exception {
        final String time = json("requests --format json").get(4).get("written").textValue();
        assertEquals(
                cycle + ":4",
                json("both --format json --from " + time).get(0).get("position").textValue());
        assertEquals(4, lines("both", "--to", time).size());
    }

    @Test
    void shouldWriteAnObjectForEachWhenTheFormatIsJson() throws Exception {
        final List<JsonNode> lines = json("both --format json");
        final JsonNode update = lines.get(2);
        assertEquals("executeUpdate", update.get("method").textValue());
        assertEquals(1, update.get("count").longValue());
        assertEquals("[2,\"a\"]", update.get("arguments").toString());
        assertEquals("[\"long\",\"text\"]", update.get("types").toString());
        assertEquals("0", update.get("result").textValue().split(":")[1].replace("2", "0"));
        assertTrue(!Instant.parse(update.get("answered").textValue())
                .isBefore(Instant.parse(update.get("written").textValue())));
        final JsonNode failed = lines.get(3).get("failure");
        assertEquals("REJECTED", failed.get("kind").textValue());
        assertEquals("no", failed.get("message").textValue());
        final JsonNode late = lines.get(ANSWERED);
        assertEquals("waiting", late.get("outcome").textValue());
        assertEquals(
                "[\"one, \\\"two\\\"\",null,1.50,\"AQ==\",true,\"NaN\"]",
                late.get("arguments").toString());
        assertEquals("j", late.get("headers").get("job").textValue());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "both | 9",
                "requests --last 2 | 2",
                "results --limit 3 | 3",
                "both --outcome updated | 2",
                "both --last 100 --key 5 | 1",
                "both --key none | 0",
            })
    void shouldSayInTheLastLineHowManyThereAreWhenTheFormatIsJson(String arguments, int count) throws Exception {
        final List<JsonNode> lines = json(arguments + " --format json");
        assertEquals(count, lines.size());
        for (int i = 0; i < count; i++) {
            assertEquals(i < count - 1 ? 0 : count, lines.get(i).path("lines").intValue());
        }
    }

    @Test
    void shouldSayNoNumberWhenTheQueuesCannotBeReadFurther(@TempDir Path rolled) throws Exception {
        roll(rolled);
        Files.delete(QueueFiles.of(rolled.resolve("in")).get(1));
        final Called cut = Called.on(rolled, "cat both --format json");
        assertEquals(3, cut.code(), cut::toString);
        assertTrue(cut.out().startsWith("{\"position\":"), cut::out);
        assertFalse(cut.out().contains("\"lines\""), cut::out);
    }

    @Test
    void shouldLoseNoCharacterWhenTheLocaleHasNone() throws Exception {
        append("odd", "Malmö 日本 🚀");
        final List<String> ascii =
                List.of("-Dfile.encoding=US-ASCII", "-Dstdout.encoding=US-ASCII", "-Dsun.stdout.encoding=US-ASCII");
        final String printed = Program.java(Main.class, "cat", "both", "--format", "json", "--last", 1, "-q", directory)
                .options(ascii)
                .start()
                .expectEnd(0);
        assertTrue(printed.contains("[\"Malmö 日本 🚀\"]"), printed);
    }

    @Test
    void shouldQuoteWhatHasCommasWhenTheFormatIsCsv() {
        final List<String> lines = lines("requests", "--format", "csv");
        assertEquals("position,written,method,name,arguments", lines.get(0));
        assertTrue(lines.get(ANSWERED + 1).contains(",lookup,late,\"[one, \"\"two\"\","), lines.get(ANSWERED + 1));
        assertEquals(ANSWERED + 1, lines("results", "--format", "csv").size());
    }

    /** Three files or more of so many requests. */
    private static void roll(Path rolled) {
        final var options = AnsweredQueues.OPTIONS.withRollCycle("TEST_SECONDLY");
        for (int part = 0; part < 3; part++) {
            AnsweredQueues.make(rolled, options, PART, AnsweredQueues.Results::truth);
            QueueFiles.awaitNext();
        }
    }

    @Test
    void shouldFindThePlaceWhenTheQueueHasSeveralFiles(@TempDir Path rolled) {
        roll(rolled);
        final List<String> all = linesOf(rolled, "both");
        assertEquals(60, all.size());
        assertTrue(all.stream().map(line -> line.split(":")[0]).distinct().count() >= 3, all::toString);
        for (final int from : List.of(0, 1, 19, 20, 39, 59)) {
            final String position = all.get(from).split(" ")[0];
            assertEquals(all.subList(from, 60), linesOf(rolled, "both", "--from", position), position);
        }
        final String end = all.get(39).split(" ")[0];
        final String behindFile = end.split(":")[0] + ":" + (Long.parseLong(end.split(":")[1]) + 1000);
        assertEquals(all.subList(40, 60), linesOf(rolled, "both", "--from", behindFile));
    }

    @Test
    void shouldSumUpByNameWhenAskedForStats() throws Exception {
        final List<String> lines = lines("both", "--stats");
        assertEquals(7, lines.size(), lines::toString);
        final String late =
                lines.stream().filter(line -> line.contains("late")).findFirst().orElseThrow();
        assertTrue(late.matches(" *late +1 +1 +0 +0 +0 +0 +0 .*"), late);
        final String all = lines.get(6);
        assertTrue(all.matches(" *\\(all\\) +9 +1 +0 +4 +2 +0 +2 .*"), all);
        final JsonNode update =
                json("results --stats --format json --lookup executeUpdate-it").get(0);
        assertEquals(2, update.get("updated").intValue());
        assertEquals(0, update.get("waiting").intValue());
        assertTrue(update.get("totalMicros").get("max").doubleValue() > 0, update::toString);
    }

    @Test
    void shouldGoOnWithWhatComesWhenAskedToFollow() throws Exception {
        final StringWriter out = new StringWriter();
        final Thread following = new Thread(
                () -> Main.commandLine()
                        .setOut(new PrintWriter(out, true))
                        .execute("cat", "--queues", directory.toString(), "results", "--follow"),
                "follow");
        following.start();
        try {
            awaitLines(out, ANSWERED);
            AnsweredQueues.make(directory, 3, AnsweredQueues.Results::truth); // answers the one that waited, too
            awaitLines(out, ANSWERED + 4);
            assertTrue(out.toString().contains(cycle + ":8 'late' not found"), out::toString);
        } finally {
            following.interrupt();
            following.join();
        }
    }

    private static void awaitLines(StringWriter out, int lines) {
        Awaitility.await().until(() -> out.toString().lines().count() == lines);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--from 17", "--to yesterday", "--from 2026-13-01", "--format xml", "--failure NONE"})
    void shouldRefuseWhatItDoesNotUnderstand(String options) {
        final Called refused = Called.on(directory, "cat both " + options);
        assertEquals(2, refused.code());
        assertTrue(refused.err().contains(options.split(" ")[1]), refused::err);
    }

    private List<JsonNode> json(String arguments) throws Exception {
        final ObjectMapper mapper = JsonMapper.builder()
                .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .build();
        final List<JsonNode> nodes = new ArrayList<>();
        for (final String line : lines(arguments.split(" "))) {
            nodes.add(mapper.readTree(line));
        }
        return nodes;
    }

    private List<String> lines(String... arguments) {
        return linesOf(directory, arguments);
    }

    private static List<String> linesOf(Path queues, String... arguments) {
        final Called printed = Called.on(queues, "cat " + String.join(" ", arguments));
        assertEquals(0, printed.code(), printed::err);
        return printed.lines();
    }
}
