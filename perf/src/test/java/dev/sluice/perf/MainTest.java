package dev.sluice.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each experiment with tiny sizes: that it runs, checks its answers and leaves its report. No times. */
@Tag("long")
class MainTest {

    @TempDir
    private Path out;

    @Test
    void shouldReportEveryPartOfTheLoopWhenQueuesAreMeasured() throws IOException {
        run("queue", "--requests", "600", "--chunk", "10");

        final JsonNode report = report("queue");
        assertTrue(report.at("/measurements").size() >= 10, report.toString());
        assertTrue(report.at("/conditions/machine").asText().contains("cores"), report.toString());
    }

    @Test
    void shouldCompareTheReplayToolsReadingWithBareTailersWhenItIsMeasured() throws IOException {
        run("replay", "--pairs", "500");

        final JsonNode rows = report("replay").at("/tables/0/rows");
        assertEquals(
                List.of("bare tailers over both queues", "verify", "cat --stats", "export, packed and checksummed"),
                firstCells(rows));
        assertEquals(4, report("replay").at("/tables/1/rows").size());
    }

    @Test
    void shouldCompareEveryChunkLimitWhenLookupsAreMeasured() throws IOException {
        run("lookups", "--database", "hsqldb", "--lookups", "250", "--rows", "100", "--chunks", "7,100");

        final JsonNode rows = report("lookups").at("/tables/0/rows");
        assertEquals(List.of("1 (one SELECT at a time)", "7", "100"), firstCells(rows));
    }

    @Test
    void shouldCompareEveryChunkLimitWhenLookupsOverRestAreMeasured() throws IOException {
        run(
                "rest",
                "--database",
                "hsqldb",
                "--lookups",
                "250",
                "--singles",
                "40",
                "--rows",
                "100",
                "--chunks",
                "7,100");

        final JsonNode rows = report("rest").at("/tables/0/rows");
        assertEquals(List.of("1 (one GET each)", "7", "100"), firstCells(rows));
    }

    @Test
    void shouldHaveEveryEventAtTheServiceWhenEventsAreMeasured() throws IOException {
        run("events", "--rate", "300", "--seconds", "1");

        final List<String> measured = firstCells(report("events").at("/tables/0/rows"));
        assertTrue(
                measured.containsAll(List.of("gateway, 99 %", "gateway, lost", "one POST each, 99 %")),
                measured::toString);
    }

    @Test
    void shouldCompareEveryTransactionSizeWhenUpdatesAreMeasured() throws IOException {
        run("updates", "--updates", "60", "--transactions", "25");

        final JsonNode rows = report("updates").at("/tables/0/rows");
        assertEquals(
                List.of(
                        "one at a time",
                        "gateway, up to 25 in a transaction, exactly-once",
                        "gateway, up to 25 in a transaction, at-least-once"),
                firstCells(rows));
    }

    @Test
    void shouldCompareEverySyncModeWithNone() throws IOException {
        run("sync", "--requests", "500", "--chunks", "50");

        assertEquals(
                List.of(
                        "job: no sync",
                        "job: sync() behind every 1,000",
                        "job: sync behind each",
                        "gateway, sync: none, chunks of 50",
                        "gateway, sync: chunk, chunks of 50"),
                firstCells(report("sync").at("/tables/0/rows")));
    }

    @Test
    void shouldSampleTheHeapUntilNothingIsLeftWhenABacklogIsDrained() throws IOException {
        run("backlog", "--requests", "400", "--heap", "64m");

        final List<String> left = firstCells(report("backlog").at("/tables/0/rows"));
        assertEquals(20, left.size());
        assertEquals("0", left.get(left.size() - 1));
    }

    @Test
    void shouldCompareEveryFormAndWayWhenFormsAreMeasured() throws IOException {
        run(
                "forms",
                "--items",
                "300",
                "--lookups",
                "30",
                "--contracts",
                "120",
                "--singles",
                "20",
                "--latency",
                "2ms",
                "--width",
                "16",
                "--chunk",
                "50");

        final JsonNode report = report("forms");
        assertEquals(Arrays.stream(Form.values()).map(Form::title).toList(), firstCells(report.at("/tables/0/rows")));
        assertEquals(4, report.at("/tables/1/rows").size());
        assertEquals(List.of("loopback", "2 ms of latency"), firstCells(report.at("/tables/2/rows")));
    }

    @Test
    void shouldRefuseToStartWhenTheLatencyHasNoUnit() {
        assertEquals(2, Main.execute("forms", "--latency", "1", "--out", out.toString()));
    }

    @Test
    void shouldLeaveNoQueuesBehindWhenItIsDone() throws IOException {
        run("queue", "--requests", "300");

        try (Stream<Path> work = Files.list(out.resolve("work"))) {
            assertEquals(List.of(), work.toList());
        }
    }

    @Test
    void shouldRefuseSizesWhenTheyAreTooSmall() {
        assertEquals(2, Main.execute("queue", "--requests", "1", "--out", out.toString()));
    }

    @Test
    void shouldRefuseToStartWhenTheDatabaseIsNone() {
        assertEquals(2, Main.execute("lookups", "--database", "oracle", "--out", out.toString()));
    }

    private void run(String... arguments) {
        final List<String> all = new ArrayList<>(Arrays.asList(arguments));
        all.addAll(List.of("--repetitions", "2", "--out", out.toString()));
        assertEquals(0, Main.execute(all.toArray(String[]::new)));
    }

    private JsonNode report(String name) throws IOException {
        assertTrue(Files.readString(out.resolve(name + ".md")).startsWith("## " + name));
        return JsonMapper.builder().build().readTree(out.resolve(name + ".json").toFile());
    }

    private static List<String> firstCells(JsonNode rows) {
        final List<String> cells = new ArrayList<>();
        rows.forEach(row -> cells.add(row.get(0).asText()));
        return cells;
    }
}
