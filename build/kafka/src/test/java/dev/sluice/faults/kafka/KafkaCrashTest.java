package dev.sluice.faults.kafka;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.faults.kill.DatabaseKind;
import dev.sluice.testsupport.Trees;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
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
        final boolean clean = new KafkaCrash(
                        new KafkaCrash.Plan(
                                1, KILLS, Duration.ZERO, seed, Mishap.with(1), DatabaseKind.HSQLDB, directory),
                        new PrintStream(said, true, StandardCharsets.UTF_8))
                .run();
        final String text = said.toString(StandardCharsets.UTF_8);
        assertTrue(clean, text);
        assertTrue(text.contains(KILLS + " mishaps: {"), text);
        Trees.delete(directory);
    }
}
