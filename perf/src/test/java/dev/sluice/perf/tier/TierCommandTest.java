package dev.sluice.perf.tier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.perf.Performed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TierCommandTest {

    private static final long SEED = 42;

    @TempDir
    private Path out;

    @Test
    void shouldTakeTheTimeOfBothFunctionsApartInEveryWayWhenTheTierIsMeasured() throws IOException {
        Performed.run(
                out,
                "tier",
                "--quick",
                "--adds",
                "12",
                "--fits",
                "12",
                "--numbers",
                "40",
                "--chunks",
                "1,5",
                "--counts",
                "10,50",
                "--own-requests",
                "200");

        final JsonNode report = Performed.report(out, "tier");
        final List<String> ways = List.of(
                "in process",
                "REST, one call each",
                "REST by hand, chunks of 5",
                "gateway, chunks of 1",
                "gateway, chunks of 5",
                "gateway, chunks of 5, 2 in flight");
        assertEquals(ways, Performed.firstCells(report.at("/tables/0/rows")));
        assertEquals(ways, Performed.firstCells(report.at("/tables/1/rows")));
        assertEquals(5, report.at("/tables/2/rows").size(), "where bytes are");
        assertEquals(8, report.at("/tables/3/rows").size(), "what chunking can change");
        assertEquals(
                List.of("gateway's own CPU, a request with a long", "gateway's own CPU, a request with 40 doubles"),
                Performed.firstCells(report.at("/tables/6/rows")));
        assertEquals(
                List.of(
                        "tier-chunks: adding, by hand 2",
                        "tier-chunks: adding, gateway 2",
                        "tier-chunks: fitting, by hand 2",
                        "tier-chunks: fitting, gateway 2",
                        "tier-work: adding, REST, one call each 2",
                        "tier-work: adding, gateway 2",
                        "tier-work: fitting, REST, one call each 1",
                        "tier-work: fitting, gateway 1"),
                curves(report));
    }

    @Test
    void shouldRefuseAResultWhenItsLastBitIsAnother() {
        final Numbers numbers = Numbers.random(Function.FIT, 2, 20, SEED);
        final double[][] given = {numbers.results()[0], numbers.results()[1].clone()};
        numbers.check("same", given);

        given[1][10] = Math.nextUp(given[1][10]);

        assertThrows(IllegalStateException.class, () -> numbers.check("other", given));
    }

    private static List<String> curves(JsonNode report) {
        final List<String> curves = new ArrayList<>();
        for (final JsonNode plot : report.path("plots")) {
            for (final JsonNode curve : plot.path("curves")) {
                curves.add(plot.path("name").textValue() + ": "
                        + curve.path("name").textValue() + " "
                        + curve.path("points").size());
            }
        }
        return curves;
    }
}
