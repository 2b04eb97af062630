package dev.sluice.faults.kill.bank;

import dev.sluice.faults.kill.Round;
import dev.sluice.faults.kill.Scenario;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** Gateways and writers are killed, and every result and the databases are those of the model. One thread. */
final class BankScenario implements Scenario {

    /** How long a start takes, until it is known. */
    private static final long START_NANOS = TimeUnit.MILLISECONDS.toNanos(900);

    private final boolean atLeastOnce;
    private final List<String> points;
    private final Tally tally = new Tally();
    private final ItemService items;

    /**
     * Starts the service.
     *
     * @param atLeastOnce whether updates may run again: then a run should find some that did
     * @param points fault points, to kill there alone; empty to kill in all ways
     */
    BankScenario(boolean atLeastOnce, List<String> points) throws IOException {
        this.atLeastOnce = atLeastOnce;
        this.points = points;
        this.items = new ItemService();
    }

    @Override
    public Round begin(Round.Site site) throws IOException, SQLException {
        return new BankRound(site, this);
    }

    Kill nextKill(SplittableRandom random) {
        return points.isEmpty()
                ? Kill.any(random, tally.medianRestart().orElse(START_NANOS))
                : Kill.atOneOf(points, random);
    }

    boolean atLeastOnce() {
        return atLeastOnce;
    }

    ItemService items() {
        return items;
    }

    Tally tally() {
        return tally;
    }

    @Override
    public String progress(Round round) {
        return String.format(
                Locale.ROOT,
                "%,d results, restarts %.2f s",
                tally.results() + ((BankRound) round).results(),
                tally.medianRestart().orElse(0L) / 1e9);
    }

    @Override
    public List<String> counted() {
        return tally.lines();
    }

    @Override
    public void close() {
        items.close();
    }
}
