package dev.sluice.faults.kill.letters;

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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Real processes, killed; what a failing run leaves is below {@code target}. {@code -Dseed=S} repeats its plan. */
@Tag("series")
class EmbeddedCrashTest {

    private static final int CYCLES = SeriesLength.of("kills", 3, 8);
    private static final int CONTRACTS = 400;

    @ParameterizedTest
    @EnumSource
    void shouldEndWithTheFileOfAnUndisturbedRunWhenTheJobIsKilledWithItsGateway(DatabaseKind database)
            throws Exception {
        final long seed = Long.getLong("seed", ThreadLocalRandom.current().nextLong(1, 1_000_000_000));
        final Path directory =
                Path.of("target", "crash-embedded-" + database.name()).toAbsolutePath();
        Trees.delete(directory);
        final KillRun run = new KillRun(
                new Plan(CYCLES, Optional.empty(), List.of(), seed, database, directory, false),
                site -> new LettersRound(site, CONTRACTS, true),
                System.out);
        if (run.run()) {
            Trees.delete(directory);
        }
        assertFalse(run.findings().any(), () -> run.findings().lines().toString());
        assertTrue(run.tally().kills(Victim.EMBEDDED) > 0, "nothing was killed");
        assertTrue(run.tally().of(LettersRound.RUNS) > 0, "no run has ended");
    }
}
