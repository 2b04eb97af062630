package dev.sluice.faults.kill.letters;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.faults.kill.BrokenPromises.Kind;
import dev.sluice.faults.kill.DatabaseKind;
import dev.sluice.faults.kill.Kill.Victim;
import dev.sluice.faults.kill.KillRun;
import dev.sluice.faults.kill.Mishap;
import dev.sluice.faults.kill.RealRun;
import dev.sluice.faults.kill.RoundOptions;
import dev.sluice.testsupport.SeriesLength;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Real processes, killed. */
@Tag("series")
class EmbeddedCrashTest {

    private static final int CYCLES = SeriesLength.of("kills", 3, 8);
    private static final int CONTRACTS = 400;

    @ParameterizedTest
    @EnumSource
    void shouldEndWithTheFileOfAnUndisturbedRunWhenTheJobIsKilledWithItsGateway(DatabaseKind database)
            throws Exception {
        final KillRun run = RealRun.of(
                "crash-embedded-" + database.name(),
                CYCLES,
                database,
                site -> new LettersRound(site, CONTRACTS, true, RoundOptions.with(LettersRound.EMBEDDED_KINDS)));
        assertFalse(run.findings().any(), () -> run.findings().lines().toString());
        assertTrue(run.report().kills(Victim.EMBEDDED) > 0, "nothing was killed");
        assertTrue(run.report().of(LettersRound.RUNS) > 0, "no run has ended");
    }

    @Test
    @Tag("long")
    void shouldFindUpdatesThatRanTwiceWhenTheyAreAtLeastOnce() throws Exception {
        final RoundOptions options =
                new RoundOptions(1, true, List.of("update-after-commit"), List.of(Mishap.KILLED_AT_FAULT_POINT));
        final KillRun run = RealRun.of(
                "crash-embedded-twice",
                20,
                DatabaseKind.HSQLDB,
                site -> new LettersRound(site, CONTRACTS, true, options));
        assertTrue(run.findings().counts().get(Kind.APPLIED_TWICE) > 0, "updates were at least once");
    }
}
