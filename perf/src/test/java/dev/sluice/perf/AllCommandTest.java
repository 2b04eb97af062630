package dev.sluice.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.perf.load.Mix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All five experiments once, at their smallest, each of which checks every answer; the tests look at what is left. No times. */
@Tag("nightly")
class AllCommandTest {

    @TempDir
    private static Path out;

    @BeforeAll
    static void runAllOfThem() {
        Performed.run(out, "all", "--smoke");
    }

    @Test
    void shouldLeaveOnePageWithAllExperimentsWhenEachOfThemChecksItsAnswers() throws IOException {
        final String page = Files.readString(out.resolve("report.html"));
        for (final String experiment : List.of("burst", "letters", "coalesce", "events", "tier")) {
            assertTrue(page.contains("<section id=\"" + experiment + "\""), experiment);
            final String machine =
                    Performed.report(out, experiment).at("/conditions/machine").asText();
            assertTrue(machine.contains("cores"), machine);
        }
        assertFalse(page.contains("<img"), "a picture would be in another file");
    }

    @Test
    void shouldLeaveNoQueuesWhenItIsDone() throws IOException {
        try (Stream<Path> work = Files.list(out.resolve("work"))) {
            assertEquals(List.of(), work.toList());
        }
    }

    @Test
    void shouldCompareEveryWayToMakeChangesWhenBurstsAreMeasured() throws IOException {
        final JsonNode report = Performed.report(out, "burst");
        final List<String> variants = List.of(
                "one at a time, each prepared anew",
                "one commit each, without queues",
                "JDBC batches of 25 by hand",
                "gateway, up to 25 in a transaction");
        assertEquals(variants, firstCells(report, 1));
        final List<String> withArrays = new ArrayList<>(variants);
        withArrays.add(3, "arrays of 25 by hand");
        assertEquals(withArrays, firstCells(report, 3));
        assertTrue(report.at("/tables/0/rows").toString().contains("29.7"), report.toString());
    }

    @Test
    void shouldSampleBacklogsUntilNothingWaitsWhenTheyAreDrained() throws IOException {
        final JsonNode report = Performed.report(out, "burst");
        assertEquals(List.of("2,000"), firstCells(report, 4));
        for (final String name : List.of("burst-time-requests-2000", "burst-time-requests-rate")) {
            final JsonNode waiting = plot(report, name).at("/curves/2/points");
            assertEquals(0, waiting.get(waiting.size() - 1).at("/y").asInt(), name);
        }
    }

    @Test
    void shouldCompareTheLettersOfEveryConfigurationWhenLettersAreMeasured() throws IOException {
        final JsonNode report = Performed.report(out, "letters");
        assertEquals(
                List.of(
                        "direct SQL",
                        "individual REST",
                        "REST chunks, coroutines, chunk 100",
                        "gateway on SQL, chunk 100",
                        "gateway on REST, chunk 100",
                        "chunks by hand, chunk 100",
                        "java-dataloader on SQL, chunk 100",
                        "direct SQL on 3 threads",
                        "two SELECTs each",
                        "no lookups: one join"),
                firstCells(report, 0));
        assertEquals("44.4", report.at("/tables/0/rows/0/4").asText());
        assertEquals(4, report.at("/tables/1/rows").size(), "targets on the loopback");
        assertEquals(List.of("loopback", "1 ms"), firstCells(report, 2));
        assertEquals(2, report.at("/tables/3/rows").size(), "targets behind a network");
        final List<String> mixes =
                Stream.of(Mix.Kind.values()).map(Mix.Kind::shown).toList();
        assertEquals(Stream.of(mixes, mixes).flatMap(List::stream).toList(), firstCells(report, 4));
        assertEquals(10, report.at("/tables/5/rows").size(), "targets of a job on its own table");
        assertEquals(List.of("loopback", "1 ms"), firstCells(report, 6));
        assertEquals(4, report.at("/tables/7/rows").size(), "targets of the driver");
        assertEquals(10, plot(report, "letters-chunk").at("/curves").size());
        assertEquals(7, plot(report, "letters-latency").at("/curves").size());
    }

    @Test
    void shouldAnswerEveryRequesterInEveryWayWhenRequestsForFewKeysAreMeasured() throws IOException {
        final JsonNode report = Performed.report(out, "coalesce");
        assertEquals(
                List.of(
                        "5 threads, one call each",
                        "batching pool, 2 workers, 10 keys",
                        "java-dataloader, one dispatch at the end",
                        "gateway, chunks of 60, 2 in flight",
                        "gateway, chunks of 60, 4 in flight",
                        "gateway, chunks of 100, 4 in flight",
                        "gateway, chunks of 100, 4 in flight, cache"),
                firstCells(report, 0));
        final JsonNode rows = report.at("/tables/0/rows");
        assertEquals("60.0 60.0", callsAndKeys(rows.get(0)), "one call each");
        assertEquals("1.00 6.00", callsAndKeys(rows.get(2)), "one call of every key");
    }

    private static String callsAndKeys(JsonNode row) {
        return row.get(3).textValue() + " " + row.get(4).textValue();
    }

    @Test
    void shouldHaveAPointForEveryPlaceWhenCurvesAreMeasured() throws IOException {
        assertEquals(
                List.of(
                        "coalesce-chunks: gateway, 2 in flight 1",
                        "coalesce-chunks: gateway, 2 in flight, cache 1",
                        "coalesce-chunks: batching pool, keys of a batch 1",
                        "coalesce-chunks: java-dataloader, keys of a batch 1"),
                curves("coalesce"));
        assertEquals(
                List.of(
                        "tier-chunks: adding, REST, one call each 2",
                        "tier-chunks: adding, gateway 2",
                        "tier-chunks: fitting, REST, one call each 2",
                        "tier-chunks: fitting, gateway 2"),
                curves("tier"));
    }

    @Test
    void shouldHaveEachEventAtTheSinkOnceWhenItIsSentInAnyWay() throws IOException {
        final JsonNode report = Performed.report(out, "events");
        final List<String> atRate = List.of("gateway", "pool of 10", "one worker, asynchronous");
        final List<String> all = new ArrayList<>(atRate);
        all.add("one post each");
        assertEquals(all, firstCells(report, 0));
        assertEquals(atRate, firstCells(report, 1));
        assertTrue(report.at("/tables/1/rows").toString().contains("83,663"), "the document's figures");
        assertEquals(
                List.of("gateway, lost", "0.000"),
                List.of(
                        report.at("/tables/2/rows/4/0").asText(),
                        report.at("/tables/2/rows/4/1").asText()));
        assertEquals(3, plot(report, "events-latency").at("/curves").size());
    }

    @Test
    void shouldTakeTheTimeOfBothFunctionsApartInEveryWayWhenTheTierIsMeasured() throws IOException {
        final JsonNode report = Performed.report(out, "tier");
        final List<String> ways =
                List.of("in process", "REST, one call each", "gateway, chunks of 1", "gateway, chunks of 5");
        assertEquals(ways, firstCells(report, 0));
        assertEquals(ways, firstCells(report, 1));
        final String headings = report.at("/tables/0/columns").toString();
        assertEquals(4, headings.split("\"%\"").length, "a share of each of three parts: " + headings);
        assertEquals(4, report.at("/tables/2/rows").size(), "where bytes are");
        assertEquals(
                List.of("gateway's own CPU, a request with a long", "gateway's own CPU, a request with 40 doubles"),
                firstCells(report, 3));
    }

    private static List<String> firstCells(JsonNode report, int table) {
        return Performed.firstCells(report.at("/tables/" + table + "/rows"));
    }

    private static JsonNode plot(JsonNode report, String name) {
        for (final JsonNode plot : report.at("/plots")) {
            if (plot.at("/name").asText().equals(name)) {
                return plot;
            }
        }
        throw new AssertionError("No plot " + name + " in " + report);
    }

    /** The plot and the name of each curve, and how many points it has. */
    private static List<String> curves(String experiment) throws IOException {
        final List<String> curves = new ArrayList<>();
        for (final JsonNode plot : Performed.report(out, experiment).path("plots")) {
            for (final JsonNode curve : plot.path("curves")) {
                curves.add(plot.path("name").textValue() + ": "
                        + curve.path("name").textValue() + " "
                        + curve.path("points").size());
            }
        }
        return curves;
    }
}
