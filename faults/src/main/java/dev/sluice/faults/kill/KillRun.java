package dev.sluice.faults.kill;

import java.io.IOException;
import java.io.PrintStream;
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

    private final Plan plan;
    private final Scenario scenario;
    private final PrintStream out;
    private final BrokenPromises findings = new BrokenPromises();
    private final SplittableRandom random;
    private long saidNanos = System.nanoTime();
    private int done;

    /** A run that has not begun. */
    public KillRun(Plan plan, Scenario scenario, PrintStream out) {
        this.plan = plan;
        this.scenario = scenario;
        this.out = out;
        this.random = new SplittableRandom(plan.seed());
    }

    /** Does it, tells what it counted, and leaves everything there. Whether nothing was found. */
    public boolean run() throws IOException, SQLException, InterruptedException {
        plan.begin(out);
        final long start = System.nanoTime();
        try (scenario;
                Stores stores = Stores.open(plan.database(), plan.directory())) {
            for (int number = 1; goesOn(); number++) {
                final Path directory = plan.directory().resolve("round-%03d".formatted(number));
                round(new Round.Site(directory, random.nextLong(), stores, findings));
            }
        }
        out.println(plan.done(done, System.nanoTime() - start));
        scenario.counted().forEach(out::println);
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
                say(round);
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
    private void say(Round round) {
        final long now = System.nanoTime();
        if (now - saidNanos >= BETWEEN_LINES_NANOS) {
            saidNanos = now;
            out.println(
                    String.format(Locale.ROOT, "%,d of %,d cycles, %s", done, plan.cycles(), scenario.progress(round)));
        }
    }

    /** Returns the promises that the run found broken. */
    public BrokenPromises findings() {
        return findings;
    }
}
