package dev.sluice.faults.kill;

import dev.sluice.faults.kill.Round.Scenario;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * A run of a scenario: kills in rounds, each with new queues and databases, so that it needs no more of disk and memory
 * however long it is. Ends with the first cycle in which something is found. One thread.
 */
public final class KillRun {

    private static final int ROUND = 20;
    private static final long BETWEEN_LINES_NANOS = TimeUnit.SECONDS.toNanos(10);

    /**
     * The task of a run.
     *
     * @param cycles how many kills
     * @param seed of everything at random, but for the moments, which are the machine's
     * @param database what the gateway works on
     * @param directory where everything is kept, empty or not there yet
     * @param keep whether that in which nothing was found is kept, too
     */
    public record Plan(int cycles, long seed, DatabaseKind database, Path directory, boolean keep) {}

    private final Plan plan;
    private final Scenario scenario;
    private final PrintStream out;
    private final Tally tally = new Tally();
    private final BrokenPromises findings = new BrokenPromises();
    private final SplittableRandom random;
    private long saidNanos = System.nanoTime();
    private int done;

    public KillRun(Plan plan, Scenario scenario, PrintStream out) {
        this.plan = plan;
        this.scenario = scenario;
        this.out = out;
        this.random = new SplittableRandom(plan.seed());
    }

    /** Runs all rounds, prints the counts, and leaves everything there. Returns whether no promise was found broken. */
    public boolean run() throws IOException, SQLException, InterruptedException {
        out.println(plan.cycles() + " cycles over " + plan.database() + ", seed " + plan.seed() + ", in "
                + plan.directory());
        Files.createDirectories(plan.directory());
        Files.writeString(plan.directory().resolve("seed"), plan.seed() + "\n");
        final long start = System.nanoTime();
        try (Stores stores = plan.database().open(plan.directory())) {
            for (int number = 1; goesOn(); number++) {
                final Path directory = plan.directory().resolve("round-%03d".formatted(number));
                round(new Round.Site(directory, random.nextLong(), stores, tally, findings));
            }
        }
        out.printf(
                Locale.ROOT,
                "%,d cycles over %s in %.0f s, seed %d%n",
                done,
                plan.database(),
                (System.nanoTime() - start) / 1e9,
                plan.seed());
        tally.lines().forEach(out::println);
        findings.lines().forEach(out::println);
        return !findings.any();
    }

    private boolean goesOn() {
        return done < plan.cycles() && !findings.any();
    }

    private void round(Round.Site site) throws IOException, SQLException, InterruptedException {
        final Round ended;
        try (Round round = scenario.begin(site)) {
            for (int i = 0; i < ROUND && goesOn(); i++) {
                done++;
                round.cycle(done);
                say();
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

    /** Prints the progress, every ten seconds at most. */
    private void say() {
        final long now = System.nanoTime();
        if (now - saidNanos >= BETWEEN_LINES_NANOS) {
            saidNanos = now;
            out.printf(Locale.ROOT, "%,d of %,d cycles: %s%n", done, plan.cycles(), tally.counted());
        }
    }

    public Tally tally() {
        return tally;
    }

    /** Returns the promises that the run found broken. */
    public BrokenPromises findings() {
        return findings;
    }
}
