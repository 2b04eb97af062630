package dev.sluice.perf.letters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.perf.Performed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The experiment in a tiny form, over real services, gateways and PostgreSQL. No times. */
@Tag("long")
class LettersCommandTest {

    @TempDir
    private Path out;

    @Test
    void shouldCompareTheLettersOfEveryConfigurationWhenLettersAreMeasured() throws IOException {
        Performed.run(
                out,
                "letters",
                "--quick",
                "--contracts",
                "300",
                "--singles",
                "20",
                "--chunks",
                "100",
                "--pools",
                "3",
                "--latency",
                "2ms",
                "--in-flight",
                "2",
                "--windows",
                "500",
                "--loads",
                "50");

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
                Performed.firstCells(report.at("/tables/0/rows")));
        assertEquals("44.4", report.at("/tables/0/rows/0/4").asText());
        assertEquals(4, report.at("/tables/1/rows").size());
        assertEquals(List.of("loopback", "2 ms"), Performed.firstCells(report.at("/tables/2/rows")));
        assertEquals(List.of("2"), Performed.firstCells(report.at("/tables/3/rows")));
        assertEquals(List.of("500"), Performed.firstCells(report.at("/tables/4/rows")));
        assertEquals(List.of("50"), Performed.firstCells(report.at("/tables/5/rows")));
        final List<String> plots = plots(report.at("/plots"));
        assertEquals(
                List.of(
                        "letters-chunk 10",
                        "letters-latency 6",
                        "letters-calls-in-flight 2",
                        "letters-lookups-in-flight 2"),
                plots.subList(0, 4));
        assertTrue(plots.get(4).startsWith("letters-load "), plots.get(4)); // those that kept up
    }

    /** The name of each, and how many curves it has. */
    private static List<String> plots(JsonNode plots) {
        final List<String> all = new ArrayList<>();
        plots.forEach(plot ->
                all.add(plot.get("name").asText() + " " + plot.get("curves").size()));
        return all;
    }
}
