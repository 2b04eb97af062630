package dev.sluice.faults.kill.bank;

import dev.sluice.faults.kill.BrokenPromises;
import dev.sluice.faults.kill.BrokenPromises.Kind;
import dev.sluice.faults.kill.KillRun;
import dev.sluice.faults.kill.Mishap;
import dev.sluice.faults.kill.Report;
import dev.sluice.faults.kill.Round;
import dev.sluice.faults.kill.RoundOptions;
import dev.sluice.faults.kill.Rounds;
import dev.sluice.faults.kill.Rounds.Site;
import dev.sluice.faults.kill.growth.Growth;
import dev.sluice.faults.kill.growth.Usage;
import dev.sluice.faults.kill.letters.LettersRound;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Kills processes for a given time. Rounds that kill gateways and writers alternate with rounds that kill jobs, with gateways of
 * their own and embedded. At the same time, the processes of a {@link Steady} pair of queues have other mishaps, and must not grow.
 * For one thread.
 */
final class LongRun implements Rounds {

    private static final int CONTRACTS = 500;
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final KillRun.Plan plan;
    private final RoundOptions options;
    private final Report report;
    private final BrokenPromises findings;
    private final ItemService items;
    private final Steady steady;
    private final SteadyMishaps mishaps;
    private final boolean strikes;
    private final List<Begin> kinds = new ArrayList<>();
    private long startNanos = System.nanoTime();
    private final long betweenNanos;
    private long strikeNanos;
    private long lookNanos = startNanos;
    private int rounds;
    private Optional<Usage> quarter = Optional.empty();

    /** Begins a round of a kind. */
    @FunctionalInterface
    private interface Begin {
        Round begin(Site site) throws IOException, SQLException, InterruptedException;
    }

    private LongRun(KillRun.Plan plan, RoundOptions options, Report report, ItemService items, Steady steady) {
        this.plan = plan;
        this.options = options;
        this.report = report;
        this.findings = report.findings();
        this.items = items;
        this.steady = steady;
        final List<Mishap> ofSteady = options.of(SteadyMishaps.KINDS);
        this.strikes = !ofSteady.isEmpty();
        this.mishaps = new SteadyMishaps(
                ofSteady, steady, items, new SplittableRandom(plan.seed()), report, atMost(40, length().dividedBy(8)));
        // In a long run mishaps are rare enough for progress in between; in a short run they are frequent enough that
        // each kind happens.
        this.betweenNanos = Math.max(
                TimeUnit.SECONDS.toNanos(4), atMost(20, length().dividedBy(40)).toNanos());
        kinds.add(site -> new BankRound(site, options, items));
        if (!options.of(LettersRound.KINDS).isEmpty()) {
            kinds.add(site -> new LettersRound(site, CONTRACTS, false, options));
        }
        if (!options.of(LettersRound.EMBEDDED_KINDS).isEmpty()) {
            kinds.add(site -> new LettersRound(site, CONTRACTS, true, options));
        }
    }

    /**
     * Starts the steady pair.
     *
     * @param plan the plan of all kinds of rounds, which has a time and no number of cycles
     * @param options the options of the rounds
     */
    static LongRun start(KillRun.Plan plan, RoundOptions options, Report report)
            throws IOException, SQLException, InterruptedException {
        // The planned mishaps cause warnings all the time.
        System.setProperty("org.slf4j.simpleLogger.log.dev.sluice", "error");
        Usage.unavailable().forEach(missing -> report.line("cannot be measured: " + missing));
        final ItemService items = new ItemService();
        final Steady steady = Steady.start(plan.directory(), plan.seed(), plan.database(), items, report.findings());
        if (steady.clocks().isEmpty()) {
            report.line("no clock is set: this needs 'cc' on Linux, which is missing here");
        }
        return new LongRun(plan, options, report, items, steady);
    }

    private Duration length() {
        return plan.time().orElseThrow();
    }

    private static Duration atMost(long seconds, Duration other) {
        final Duration most = Duration.ofSeconds(seconds);
        return most.compareTo(other) < 0 ? most : other;
    }

    private long overNanos() {
        return System.nanoTime() - startNanos;
    }

    @Override
    public Round begin(Site site) throws IOException, SQLException, InterruptedException {
        if (rounds == 0) {
            startNanos = System.nanoTime();
        }
        if (mishaps.areOver() && !findings.any()) {
            steady.checkUpdates();
        }
        if (isNextDue()) {
            quarter = settled();
        }
        return kinds.get(rounds++ % kinds.size()).begin(site);
    }

    /**
     * Whether the round should end, because a quarter of the time is over and the usage must be measured. It is measured between
     * rounds, so that no round adds to it, just as at the end.
     */
    @Override
    public boolean isNextDue() {
        return quarter.isEmpty() && steady.works() && overNanos() >= length().toNanos() / 4;
    }

    /** Checks the steady pair, and causes mishaps at an even pace once it works. */
    @Override
    public void look() throws IOException, SQLException, InterruptedException {
        if (System.nanoTime() - lookNanos < LOOK_NANOS) {
            return;
        }
        tend();
        if (!strikes || !steady.works()) {
            strikeNanos = System.nanoTime() + betweenNanos;
        } else if (System.nanoTime() - strikeNanos >= 0) {
            strikeNanos = System.nanoTime() + betweenNanos;
            mishaps.strike();
        }
    }

    private void tend() throws IOException, InterruptedException {
        steady.look();
        mishaps.look();
        lookNanos = System.nanoTime();
    }

    /**
     * Returns the usage after all mishaps are over, no backlog is left, and retention has had time to delete files; empty if a
     * promise was found broken.
     */
    private Optional<Usage> settled() throws IOException, InterruptedException {
        final long calmNanos = atMost(20, length().dividedBy(12)).toNanos();
        long mendedNanos = System.nanoTime();
        while (System.nanoTime() - mendedNanos < calmNanos && !findings.any()) {
            tend();
            if (!mishaps.areOver() || steady.hasBacklog()) {
                mendedNanos = System.nanoTime();
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
        return findings.any() ? Optional.empty() : Optional.of(steady.usage());
    }

    @Override
    public void end() throws IOException, SQLException, InterruptedException {
        final Optional<Usage> end = settled();
        judge(quarter.flatMap(before -> end.map(after -> new Growth(before, after, length()))));
        if (!findings.any()) {
            steady.finish();
        }
    }

    /** Prints the growth, and reports what has grown. */
    private void judge(Optional<Growth> growth) {
        growth.ifPresentOrElse(
                judged -> judged.lines().forEach(report::line),
                () -> report.line("the run was too short for a measurement at a quarter of it"));
        growth.ifPresent(judged -> judged.found().forEach(series -> findings.add(Kind.GREW, series)));
        if (growth.isEmpty() && !findings.any() && length().compareTo(Growth.SHORTEST) >= 0) {
            findings.add(Kind.GREW, "it was not measured");
        }
    }

    @Override
    public void close() {
        report.add("results beside the rounds", steady.results());
        report.add("of updates", steady.updates());
        steady.close();
        items.close();
    }
}
