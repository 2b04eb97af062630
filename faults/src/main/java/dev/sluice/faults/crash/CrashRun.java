package dev.sluice.faults.crash;

import dev.sluice.faults.processes.Findings;
import dev.sluice.faults.processes.Plan;
import dev.sluice.faults.processes.ProgressLines;
import dev.sluice.faults.processes.Stores;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * A run: cycles in rounds, each with new queues and databases, so that it needs no more of disk and memory however long
 * it is. Ends with the first cycle in which something is found. One thread.
 */
final class CrashRun {

    private static final int ROUND = 20;
    /** How long a start takes, until it is known. */
    private static final long START_NANOS = TimeUnit.MILLISECONDS.toNanos(900);

    /**
     * What this run is to do besides.
     *
     * @param atLeastOnce whether updates may run again: then a run should find some that did
     * @param points fault points, to kill there alone; empty to kill in all ways
     */
    record Ways(boolean atLeastOnce, List<String> points) {}

    private final Plan plan;
    private final Ways ways;
    private final PrintStream out;
    private final Findings findings = new Findings();
    private final Tally tally = new Tally();
    private final SplittableRandom random;
    private final ProgressLines progress;
    private int done;

    CrashRun(Plan plan, Ways ways, PrintStream out) {
        this.plan = plan;
        this.ways = ways;
        this.out = out;
        this.progress = new ProgressLines(out);
        this.random = new SplittableRandom(plan.seed());
    }

    /** Does it, tells what it counted, and leaves everything there. Whether nothing was found. */
    boolean run() throws IOException, SQLException, InterruptedException {
        plan.begin(out);
        final long start = System.nanoTime();
        try (Stores stores = Stores.open(plan.database(), plan.directory());
                ItemService items = new ItemService()) {
            final Backends backends = new Backends(stores, items);
            for (int number = 1; done < plan.cycles() && !findings.any(); number++) {
                round(number, backends);
            }
        }
        report(System.nanoTime() - start);
        return !findings.any();
    }

    private void round(int number, Backends backends) throws IOException, SQLException, InterruptedException {
        final Round ended;
        final Path directory = plan.directory().resolve("round-%03d".formatted(number));
        try (Round round = new Round(directory, random.nextLong(), backends, ways.atLeastOnce(), findings, tally)) {
            for (int i = 0; i < ROUND && done < plan.cycles() && !findings.any(); i++) {
                done++;
                round.cycle(done, nextKill());
                progress.say(() -> described(round));
            }
            if (!findings.any()) {
                round.finish();
            }
            ended = round;
        }
        if (!plan.keep() && !findings.any()) {
            ended.delete();
        }
    }

    private Kill nextKill() {
        return ways.points().isEmpty()
                ? Kill.any(random, tally.medianRestart().orElse(START_NANOS))
                : Kill.atOneOf(ways.points(), random);
    }

    private String described(Round round) {
        return String.format(
                Locale.ROOT,
                "%,d of %,d cycles, %,d results, restarts %.2f s",
                done,
                plan.cycles(),
                tally.results() + round.results(),
                tally.medianRestart().orElse(0L) / 1e9);
    }

    private void report(long nanos) {
        out.println(plan.done(done, nanos));
        tally.lines().forEach(out::println);
        findings.lines().forEach(out::println);
    }

    Tally tally() {
        return tally;
    }

    Findings findings() {
        return findings;
    }
}
