package dev.sluice.perf.burst;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.perf.Performed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each part with tiny sizes: that it runs, checks what it asked for and leaves its report. No times. */
@Tag("long")
class BurstCommandTest {

    @TempDir
    private Path out;

    @Test
    void shouldCompareEveryWayToMakeChangesWhenBurstsAreMeasured() throws IOException {
        Performed.run(
                out,
                "burst",
                "--only",
                "bursts",
                "--database",
                "hsqldb",
                "--updates",
                "60",
                "--singles",
                "20",
                "--transactions",
                "25");

        final JsonNode report = Performed.report(out, "burst");
        final List<String> variants = List.of(
                "one at a time, each prepared anew",
                "one at a time, kept prepared",
                "one commit each, without queues",
                "JDBC batches of 25 by hand",
                "gateway, up to 25 in a transaction");
        assertEquals(variants, Performed.firstCells(report.at("/tables/1/rows")));
        assertEquals(variants, Performed.firstCells(report.at("/tables/3/rows")));
        assertTrue(report.at("/tables/0/rows").toString().contains("29.7"), report.toString());
        assertEquals(
                "burst-transactions-hsqldb-insert", report.at("/plots/0/name").asText());
        assertEquals(4, report.at("/plots/0/curves").size());
    }

    @Test
    void shouldSampleBacklogsUntilNothingWaitsWhenTheyAreDrainedAndWritersWhenThereAreSeveral() throws IOException {
        Performed.run(
                out,
                "burst",
                "--only",
                "backlogs,writers",
                "--database",
                "hsqldb",
                "--backlogs",
                "2000",
                "--rate",
                "1000",
                "--seconds",
                "1",
                "--heap",
                "64m",
                "--writers",
                "1,2",
                "--written",
                "500");

        final JsonNode report = Performed.report(out, "burst");
        assertEquals(List.of("2,000"), Performed.firstCells(report.at("/tables/0/rows")));
        assertEquals(
                List.of("1 thread", "2 threads", "1 process", "2 processes"),
                Performed.firstCells(report.at("/tables/2/rows")));
        for (final String name : List.of("burst-time-requests-2000", "burst-time-requests-rate")) {
            final JsonNode waiting = plot(report, name).at("/curves/2/points");
            assertEquals(0, waiting.get(waiting.size() - 1).at("/y").asInt(), name);
        }
        try (Stream<Path> work = Files.list(out.resolve("work"))) {
            assertEquals(List.of(), work.toList());
        }
    }

    private static JsonNode plot(JsonNode report, String name) {
        for (final JsonNode plot : report.at("/plots")) {
            if (plot.at("/name").asText().equals(name)) {
                return plot;
            }
        }
        throw new AssertionError("No plot " + name + " in " + report);
    }
}
