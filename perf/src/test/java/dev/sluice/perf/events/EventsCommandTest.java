package dev.sluice.perf.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.perf.Performed;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The experiment with tiny sizes: that each event is at the sink once is checked by itself. No times. */
@Tag("long")
class EventsCommandTest {

    @TempDir
    private Path out;

    @Test
    void shouldHaveEachEventAtTheSinkOnceWhenItIsSentInAnyWay() throws IOException {
        Performed.run(
                out,
                "events",
                "--only",
                "gateway,pool_of_10,one_each",
                "--rate",
                "200",
                "--seconds",
                "1",
                "--full-millis",
                "30",
                "--warm-up",
                "30",
                "--loads",
                "100",
                "--limits",
                "20",
                "--interval",
                "5");

        final JsonNode report = Performed.report(out, "events");
        assertEquals(
                List.of("gateway", "pool of 10", "one post each"), Performed.firstCells(report.at("/tables/0/rows")));
        assertEquals(List.of("gateway", "pool of 10"), Performed.firstCells(report.at("/tables/1/rows")));
        assertEquals(List.of("20", "100"), Performed.firstCells(report.at("/tables/5/rows")));
        assertEquals(List.of("events-latency", "events-limit"), names(report.at("/plots")));
        assertEquals(6, report.at("/plots/0/curves").size());
        assertEquals(2, report.at("/plots/1/curves/0/points").size());
    }

    @Test
    void shouldSendEachEventOnceWhenItIsSentByEveryBaseline(@TempDir Path directory) throws Exception {
        final Batching batching = new Batching(7, Duration.ofMillis(2), 3);
        try (SinkJvm sink = SinkJvm.start(directory, Duration.ofMillis(1))) {
            for (final Way way : List.of(Way.ASYNC_WORKER, Way.POOL_TAKING_ONE, Way.ONE_EACH_ASYNC)) {
                try (SenderJvm sender = SenderJvm.start(way, directory, sink, batching)) {
                    assertEquals(
                            60, sender.send(Load.atRate(1_000, 60)).arrived().distinct(), way.label());
                }
            }
        }
    }

    @Test
    void shouldRefuseWaysWhenThereIsNothingToCompare() {
        assertThrows(
                IllegalArgumentException.class,
                () -> new EventsSizes(List.of(Way.GATEWAY), 1, 1, 1, 1, List.of(), 1, List.of(), 1, 1));
    }

    private static List<String> names(JsonNode nodes) {
        final List<String> names = new ArrayList<>();
        nodes.forEach(node -> names.add(node.path("name").asText()));
        return names;
    }
}
