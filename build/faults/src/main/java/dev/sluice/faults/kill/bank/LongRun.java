package dev.sluice.faults.kill.bank;

import dev.sluice.faults.kill.BrokenPromises;
import dev.sluice.faults.kill.KillRun;
import dev.sluice.faults.kill.Round;
import dev.sluice.faults.kill.Round.Scenario;
import dev.sluice.faults.kill.Round.Site;
import dev.sluice.faults.kill.growth.Growth;
import dev.sluice.faults.kill.growth.Usage;
import dev.sluice.faults.kill.letters.LettersRound;
import java.io.IOException;
import java.io.PrintStream;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Kills processes for a given time. Rounds that kill gateways and writers alternate with rounds that kill jobs. At the same time,
 * the processes of a {@link Steady} pair of queues have other mishaps, and must not grow. For one thread.
 */
final class LongRun implements Scenario {

    private static final int CONTRACTS = 500;
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final KillRun.Plan plan;
    private final BankRound.Ways ways;
    private final PrintStream out;
    private final ItemService items;
    private final BrokenPromises findings;
    private final Steady steady;
    private final SteadyMishaps mishaps;
    private long startNanos = System.nanoTime();
    private final long betweenNanos;
    private long strikeNanos;
    private long lookNanos = startNanos;
    private int rounds;
    private Optional<Usage> quarter = Optional.empty();
    private Optional<Growth> growth = Optional.empty();

    private LongRun(
            KillRun.Plan plan,
            BankRound.Ways ways,
            PrintStream out,
            ItemService items,
            BrokenPromises findings,
            Steady steady) {
        this.plan = plan;
        this.ways = ways;
        this.out = out;
        this.items = items;
        this.findings = findings;
        this.steady = steady;
        this.mishaps = new SteadyMishaps(
                plan.mishaps(), steady, items, new SplittableRandom(plan.seed()), atMost(40, length().dividedBy(8)));
        // In a long run mishaps are rare enough for progress in between; in a short run they are frequent enough that
        // each kind happens.
        this.betweenNanos = Math.max(
                TimeUnit.SECONDS.toNanos(4), atMost(20, length().dividedBy(40)).toNanos());
    }

    /**
     * Runs, and prints broken promises and growth. Does not delete the directory.
     *
     * @param plan the plan of both kinds of rounds, which has a time and no number of kills
     * @param ways the options of the rounds that kill gateways and writers
     * @return whether no promise was found broken, and nothing has grown
     */
    static boolean run(KillRun.Plan plan, BankRound.Ways ways, PrintStream out)
            throws IOException, SQLException, InterruptedException {
        System.setProperty(
                "org.slf4j.simpleLogger.log.dev.sluice", "error"); // the planned mishaps cause warnings all the time
        final BrokenPromises findings = new BrokenPromises();
        Usage.unavailable().forEach(missing -> out.println("cannot be measured: " + missing));
        try (ItemService items = new ItemService();
                Steady steady = Steady.start(plan.directory(), plan.seed(), plan.database(), items, findings)) {
            if (steady.clocks().isEmpty()) {
                out.println("no clock is set: this needs 'cc' on Linux, which is missing here");
            }
            final LongRun run = new LongRun(plan, ways, out, items, findings, steady);
            final boolean kept = new KillRun(plan, run, findings, out).run();
            return kept && run.tell();
        }
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
        return rounds++ % 2 == 0 ? new BankRound(site, ways, items) : new LettersRound(site, CONTRACTS, false);
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
        if (!steady.works()) {
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
     * Returns the usage after all mishaps are over and retention has had time to delete files; empty if a promise was found
     * broken.
     */
    private Optional<Usage> settled() throws IOException, InterruptedException {
        final long calmNanos = atMost(20, length().dividedBy(12)).toNanos();
        long mendedNanos = System.nanoTime();
        while (System.nanoTime() - mendedNanos < calmNanos && !findings.any()) {
            tend();
            if (!mishaps.areOver()) {
                mendedNanos = System.nanoTime();
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
        return findings.any() ? Optional.empty() : Optional.of(steady.usage());
    }

    @Override
    public void end() throws IOException, SQLException, InterruptedException {
        final Optional<Usage> end = settled();
        growth = quarter.flatMap(before -> end.map(after -> new Growth(before, after, length())));
        if (!findings.any()) {
            steady.finish();
        }
    }

    /** Prints what happened beside the rounds, and the growth. Returns whether nothing has grown. */
    private boolean tell() {
        out.printf(
                Locale.ROOT,
                "beside them: %,d results, %,d of updates; mishaps: %s%n",
                steady.results(),
                steady.updates(),
                mishaps.happened());
        growth.ifPresentOrElse(
                judged -> judged.lines().forEach(out::println),
                () -> out.println("the run was too short for a measurement at a quarter of it"));
        return growth.map(judged -> judged.found().isEmpty()).orElse(length().compareTo(Growth.SHORTEST) < 0);
    }
}
