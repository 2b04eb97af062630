package dev.sluice.faults.kill.letters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.faults.kill.DatabaseKind;
import dev.sluice.faults.kill.Kill.Victim;
import dev.sluice.faults.kill.KillRun;
import dev.sluice.faults.kill.KillRun.Plan;
import dev.sluice.testsupport.SeriesLength;
import dev.sluice.testsupport.Trees;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Real processes, killed; what a failing run leaves is below {@code target}. {@code -Dseed=S} repeats its plan. */
@Tag("series")
class JobCrashTest {

    private static final int KILLS = SeriesLength.of("kills", 4, 6);
    private static final int CONTRACTS = 400;

    @Test
    void shouldEndWithTheFileOfAnUndisturbedRunWhenJobAndGatewayAreKilled() throws Exception {
        final long seed = Long.getLong("seed", ThreadLocalRandom.current().nextLong(1, 1_000_000_000));
        final Path directory = Path.of("target", "crash-job").toAbsolutePath();
        Trees.delete(directory);
        final KillRun run = new KillRun(
                new Plan(KILLS, Optional.empty(), List.of(), seed, DatabaseKind.HSQLDB, directory, false),
                site -> new LettersRound(site, CONTRACTS, false),
                System.out);
        if (run.run()) {
            Trees.delete(directory);
        }
        assertFalse(run.findings().any(), () -> run.findings().lines().toString());
        assertEquals(
                KILLS, Stream.of(Victim.values()).mapToLong(run.tally()::kills).sum());
        assertTrue(run.tally().of(LettersRound.RUNS) > 0, "no run has ended");
    }
}
