package dev.sluice.faults.kill.letters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.faults.kill.DatabaseKind;
import dev.sluice.faults.kill.Kill.Victim;
import dev.sluice.faults.kill.KillRun;
import dev.sluice.faults.kill.RealRun;
import dev.sluice.faults.kill.RoundOptions;
import dev.sluice.testsupport.SeriesLength;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Real processes, killed. */
@Tag("series")
class JobCrashTest {

    private static final int KILLS = SeriesLength.of("kills", 4, 6);
    private static final int CONTRACTS = 400;

    @Test
    void shouldEndWithTheFileOfAnUndisturbedRunWhenJobAndGatewayAreKilled() throws Exception {
        final KillRun run = RealRun.of(
                "crash-job",
                KILLS,
                DatabaseKind.HSQLDB,
                site -> new LettersRound(site, CONTRACTS, false, RoundOptions.with(LettersRound.KINDS)));
        assertFalse(run.findings().any(), () -> run.findings().lines().toString());
        assertEquals(
                KILLS, Stream.of(Victim.values()).mapToLong(run.report()::kills).sum());
        assertTrue(run.report().of(LettersRound.RUNS) > 0, "no run has ended");
    }
}
