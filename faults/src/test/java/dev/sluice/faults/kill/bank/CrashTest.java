package dev.sluice.faults.kill.bank;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.faults.kill.DatabaseKind;
import dev.sluice.faults.kill.KillRun;
import dev.sluice.faults.kill.Plan;
import dev.sluice.testsupport.SeriesLength;
import dev.sluice.testsupport.Trees;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Real processes, killed; what a failing run leaves is below {@code target}. {@code -Dseed=S} repeats its plan. */
@Tag("long")
class CrashTest {

    @Test
    void shouldLoseAndDoubleNothingWhenKilledOverPostgresql() throws Exception {
        final int kills = SeriesLength.of("kills", 6, 20);
        final BankScenario scenario = new BankScenario(false, List.of());
        final KillRun run = run(scenario, DatabaseKind.POSTGRESQL, kills);
        assertFalse(run.findings().any(), () -> run.findings().texts().toString());
        assertEquals(kills, scenario.tally().kills());
        assertTrue(kills < 20 || scenario.tally().kills(Kill.Kind.POINT) > 0, "no fault point was reached");
        assertTrue(scenario.tally().calls() > 0, "the REST service was not asked");
    }

    @Test
    void shouldLoseAndDoubleNothingWhenKilledOverHsqldb() throws Exception {
        final int kills = SeriesLength.of("kills", 3, 5);
        final BankScenario scenario = new BankScenario(false, List.of());
        final KillRun run = run(scenario, DatabaseKind.HSQLDB, kills);
        assertFalse(run.findings().any(), () -> run.findings().texts().toString());
        assertEquals(kills, scenario.tally().kills());
    }

    @Test
    void shouldFindUpdatesThatRanTwiceWhenTheyAreAtLeastOnce() throws Exception {
        final BankScenario scenario = new BankScenario(true, List.of("update-after-commit", "result-written"));
        final KillRun run = run(scenario, DatabaseKind.HSQLDB, 20);
        assertTrue(run.findings().any(), "updates were at least once, and nothing was found in 20 cycles");
    }

    private static KillRun run(BankScenario scenario, DatabaseKind database, int cycles) throws Exception {
        final long seed = Long.getLong("seed", ThreadLocalRandom.current().nextLong(1, 1_000_000_000));
        final Path directory = Path.of("target", "crash-" + database.name().toLowerCase(Locale.ROOT))
                .toAbsolutePath();
        Trees.delete(directory);
        final KillRun run = new KillRun(new Plan(cycles, seed, database, directory, false), scenario, System.out);
        if (run.run()) {
            Trees.delete(directory);
        }
        return run;
    }
}
