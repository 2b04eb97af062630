package dev.sluice.perf.coalesce;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.perf.Performed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CoalesceCommandTest {

    private static final int CALLS = 3;
    private static final int KEYS = 4;

    @TempDir
    private Path out;

    @Test
    void shouldAnswerEveryRequesterInEveryWayWhenRequestsForFewKeysAreMeasured() throws IOException {
        run();

        final JsonNode report = Performed.report(out, "coalesce");
        final JsonNode rows = report.at("/tables/0/rows");
        assertEquals(
                List.of(
                        "5 threads, one call each",
                        "batching pool, 2 workers, 10 keys",
                        "java-dataloader, one dispatch at the end",
                        "gateway, chunks of 60, 1 in flight",
                        "gateway, chunks of 60, 2 in flight",
                        "gateway, chunks of 60, 4 in flight",
                        "gateway, chunks of 60, 1 in flight, linger 200 ms",
                        "gateway, chunks of 100, 4 in flight",
                        "gateway, chunks of 100, 4 in flight, cache"),
                Performed.firstCells(rows));
        assertEquals("60 60", calls(rows.get(0)), "one call each");
        assertEquals("1 6", calls(rows.get(2)), "one call of every key");
        assertEquals("1 6", calls(rows.get(6)), "one call of every key, for which the gateway waited");
    }

    @Test
    void shouldHaveAPointForEveryPlaceWhenRequestsForFewKeysAreMeasured() throws IOException {
        run();

        final List<String> curves = new ArrayList<>();
        for (final JsonNode plot : Performed.report(out, "coalesce").path("plots")) {
            for (final JsonNode curve : plot.path("curves")) {
                final List<String> places = new ArrayList<>();
                curve.path("points").forEach(point -> places.add(point.path("x").asText()));
                curves.add(plot.path("name").textValue() + ": "
                        + curve.path("name").textValue() + places);
            }
        }
        assertEquals(
                List.of(
                        "coalesce-calls: gateway, chunks of 60[1.0, 3.0]",
                        "coalesce-calls: gateway, chunks of 100[1.0, 3.0]",
                        "coalesce-chunks: gateway, 2 in flight[7.0]",
                        "coalesce-chunks: gateway, 2 in flight, cache[7.0]",
                        "coalesce-chunks: batching pool, keys of a batch[7.0]",
                        "coalesce-chunks: java-dataloader, keys of a batch[7.0]",
                        "coalesce-keys: gateway, 2 in flight[60.0]",
                        "coalesce-keys: batching pool[60.0]",
                        "coalesce-keys: java-dataloader[60.0]",
                        "coalesce-delays: gateway, 2 in flight[2.0]",
                        "coalesce-delays: batching pool[2.0]",
                        "coalesce-delays: java-dataloader[2.0]"),
                curves);
    }

    private static String calls(JsonNode row) {
        return row.get(CALLS).textValue() + " " + row.get(KEYS).textValue();
    }

    private void run() {
        Performed.run(
                out,
                "coalesce",
                "--quick",
                "--requests",
                "60",
                "--keys",
                "6",
                "--delay",
                "1-3",
                "--threads",
                "5",
                "--workers",
                "2",
                "--batch",
                "10",
                "--linger",
                "200",
                "--calls-in-flight",
                "1,3",
                "--chunks",
                "7",
                "--key-counts",
                "60",
                "--delays",
                "2");
    }
}
