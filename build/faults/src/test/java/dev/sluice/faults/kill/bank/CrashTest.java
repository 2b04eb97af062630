package dev.sluice.faults.kill.bank;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.faults.kill.DatabaseKind;
import dev.sluice.faults.kill.Kill.Moment;
import dev.sluice.faults.kill.Kill.Victim;
import dev.sluice.faults.kill.KillRun;
import dev.sluice.faults.kill.Mishap;
import dev.sluice.faults.kill.RealRun;
import dev.sluice.faults.kill.RoundOptions;
import dev.sluice.testsupport.SeriesLength;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Real processes, killed. */
class CrashTest {

    @Test
    @Tag("series")
    void shouldLoseAndDoubleNothingWhenKilledOverPostgresql() throws Exception {
        final int kills = SeriesLength.of("kills", 4, 20);
        final KillRun run = run(1, false, List.of(), DatabaseKind.POSTGRESQL, kills);
        assertFalse(run.findings().any(), () -> run.findings().lines().toString());
        assertEquals(kills, run.report().kills(Victim.GATEWAY));
        assertTrue(kills < 20 || run.report().kills(Victim.GATEWAY, Moment.POINT) > 0, "no fault point was reached");
        assertTrue(kills < 4 || run.report().of(BankRound.CALLS) > 0, "the REST service was not asked");
        assertTrue(kills < 20 || run.report().of(BankRound.REFUSED) > 0, "no start over a backup was refused");
        assertTrue(kills < 20 || run.report().of(BankRound.WENT_ON) > 0, "nothing went on from a backup");
    }

    @Test
    @Tag("nightly")
    void shouldLoseAndDoubleNothingOnTwoLanesWhenKilledOverHsqldb() throws Exception {
        final int kills = SeriesLength.of("kills", 3, 5);
        final KillRun run = run(2, false, List.of(), DatabaseKind.HSQLDB, kills);
        assertFalse(run.findings().any(), () -> run.findings().lines().toString());
        assertEquals(kills, run.report().kills(Victim.GATEWAY));
    }

    @Test
    @Tag("long")
    void shouldFindUpdatesThatRanTwiceWhenTheyAreAtLeastOnce() throws Exception {
        final KillRun run = run(1, true, List.of("update-after-commit", "result-written"), DatabaseKind.HSQLDB, 20);
        assertTrue(run.findings().any(), "updates were at least once, and nothing was found in 20 cycles");
    }

    private static KillRun run(int lanes, boolean atLeastOnce, List<String> points, DatabaseKind database, int cycles)
            throws Exception {
        final List<Mishap> kills = new ArrayList<>(points.isEmpty() ? BankRound.KINDS : BankRound.ENDS);
        kills.remove(Mishap.GATEWAY_TOLD_TO_END);
        return RealRun.of(
                "crash-" + database.name().toLowerCase(Locale.ROOT),
                cycles,
                database,
                BankRounds.of(new RoundOptions(lanes, atLeastOnce, points, kills)));
    }
}
