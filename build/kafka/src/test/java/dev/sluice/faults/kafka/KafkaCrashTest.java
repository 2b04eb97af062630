package dev.sluice.faults.kafka;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.faults.kill.DatabaseKind;
import dev.sluice.faults.kill.KillRun;
import dev.sluice.faults.kill.Report;
import dev.sluice.testsupport.Trees;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real brokers and processes, killed; what a failing run leaves is below {@code target}. {@code -Dseed=S} repeats its plan. */
@Tag("nightly")
@Timeout(900)
class KafkaCrashTest {

    private static final int KILLS = 8;

    @Test
    void shouldLoseAndDoubleNothingWhateverIsKilledAndStopped() throws Exception {
        final long seed = Long.getLong("seed", ThreadLocalRandom.current().nextLong(1, 1_000_000_000));
        final Path directory = Path.of("target", "crash-kafka").toAbsolutePath();
        Trees.delete(directory);
        final ByteArrayOutputStream said = new ByteArrayOutputStream();
        final KillRun.Plan plan = new KillRun.Plan(
                KILLS, Optional.empty(), KafkaTransport.with(1), seed, DatabaseKind.HSQLDB, directory, false);
        final boolean clean = new KillRun(
                        plan,
                        KafkaTransport.rounds(1, plan),
                        new Report(new PrintStream(said, true, StandardCharsets.UTF_8)))
                .run();
        final String text = said.toString(StandardCharsets.UTF_8);
        assertTrue(clean, text);
        assertTrue(text.contains(KILLS + " mishaps: {"), text);
        Trees.delete(directory);
    }
}
