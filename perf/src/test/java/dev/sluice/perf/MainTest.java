package dev.sluice.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
                Performed.firstCells(rows));
        assertEquals(4, report("replay").at("/tables/1/rows").size());
    }

    @Test
    void shouldCompareEveryChunkLimitWhenLookupsAreMeasured() throws IOException {
        run("lookups", "--database", "hsqldb", "--lookups", "250", "--rows", "100", "--chunks", "7,100");

        final JsonNode rows = report("lookups").at("/tables/0/rows");
        assertEquals(List.of("1 (one SELECT at a time)", "7", "100"), Performed.firstCells(rows));
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
        assertEquals(List.of("1 (one GET each)", "7", "100"), Performed.firstCells(rows));
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
                Performed.firstCells(rows));
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
                Performed.firstCells(report("sync").at("/tables/0/rows")));
    }

    @Test
    void shouldSampleTheHeapUntilNothingIsLeftWhenABacklogIsDrained() throws IOException {
        run("backlog", "--requests", "400", "--heap", "64m");

        final List<String> left = Performed.firstCells(report("backlog").at("/tables/0/rows"));
        assertEquals(20, left.size());
        assertEquals("0", left.get(left.size() - 1));
    }

    @Test
    void shouldRefuseToStartWhenTheLatencyHasNoUnit() {
        assertEquals(2, Main.execute("forms", "--latency", "1", "--out", out.toString()));
    }

    @Test
    void shouldTellWhatIsHotInEachJvmWhenTheyAreRecorded() throws IOException {
        run("backlog", "--requests", "400", "--heap", "64m", "--jfr");

        for (final String jvm : List.of("perf", "writer-1", "gateway-2")) {
            assertTrue(Files.size(out.resolve("jfr/backlog/" + jvm + ".jfr")) > 0, jvm);
            assertTrue(
                    Files.readString(out.resolve("jfr/backlog/" + jvm + ".txt")).contains("dev.sluice."), jvm);
        }
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
        Performed.run(out, arguments);
    }

    private JsonNode report(String name) throws IOException {
        return Performed.report(out, name);
    }
}
