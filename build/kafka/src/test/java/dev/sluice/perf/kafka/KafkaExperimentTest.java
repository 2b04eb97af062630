package dev.sluice.perf.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.perf.lab.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The experiment once, at its smallest, which checks every answer. No times. */
@Tag("nightly")
@Timeout(180)
class KafkaExperimentTest {

    @TempDir
    private Path out;

    @Test
    void shouldCompareEveryWayWhenEachOfThemAnswersRight() throws IOException {
        assertEquals(0, Program.execute(KafkaExperiment.commandLine(), "kafka", "--smoke", "--out", out.toString()));
        final String report = Files.readString(out.resolve("kafka.md"));
        for (final String title : List.of("300 lookups that wait", "A lone request")) {
            assertTrue(report.contains("### " + title), report);
        }
        for (final String way : List.of(
                LookupWorkers.SLUICE,
                LookupWorkers.TUNED,
                LookupWorkers.EACH_POLL,
                LookupWorkers.AT_LEAST_ONCE,
                LookupWorkers.CHRONICLE)) {
            assertTrue(report.contains("| " + way), report);
        }
    }
}
