package dev.sluice.faults.job;

import dev.sluice.faults.processes.Findings;
import dev.sluice.faults.processes.Plan;
import dev.sluice.faults.processes.ProgressLines;
import dev.sluice.faults.processes.Stores;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Runs of the job, until there were as many kills as asked for and the last run has ended; in rounds, each with new
 * queues and a new database, so that it needs no more of disk however long it is. Ends with the first run in which
 * something is found. One thread.
 */
final class JobCrashRun {

    private static final int RUNS_IN_ROUND = 4;

    private final Plan plan;
    private final int contracts;
    private final PrintStream out;
    private final Findings findings = new Findings();
    private final JobTally tally = new JobTally();
    private final SplittableRandom random;
    private final ProgressLines progress;
    private int done;

    /**
     * One that was not begun.
     *
     * @param contracts how many letters a run has
     */
    JobCrashRun(Plan plan, int contracts, PrintStream out) {
        this.plan = plan;
        this.contracts = contracts;
        this.out = out;
        this.progress = new ProgressLines(out);
        this.random = new SplittableRandom(plan.seed());
    }

    /** Does it, tells what it counted, and leaves everything there. Whether nothing was found. */
    boolean run() throws IOException, SQLException, InterruptedException {
        plan.begin(out);
        final long start = System.nanoTime();
        try (Stores stores = Stores.open(plan.database(), plan.directory())) {
            for (int number = 1; done < plan.cycles() && !findings.any(); number++) {
                round(number, stores);
            }
        }
        out.println(plan.done(done, System.nanoTime() - start));
        tally.lines().forEach(out::println);
        findings.lines().forEach(out::println);
        return !findings.any();
    }

    private void round(int number, Stores stores) throws IOException, SQLException, InterruptedException {
        final JobRound ended;
        final Path directory = plan.directory().resolve("round-%03d".formatted(number));
        try (JobRound round = new JobRound(directory, contracts, random.nextLong(), stores, findings, tally)) {
            for (int run = 1; run <= RUNS_IN_ROUND && done < plan.cycles() && !findings.any(); run++) {
                round.run(run, () -> done < plan.cycles(), this::killed);
            }
            ended = round;
        }
        if (!plan.keep() && !findings.any()) {
            ended.delete();
        }
    }

    private void killed() {
        done++;
        progress.say(() -> String.format(
                Locale.ROOT,
                "%,d of %,d kills, %,d runs, %,d requests answered from history",
                done,
                plan.cycles(),
                tally.runs(),
                tally.fromHistory()));
    }

    JobTally tally() {
        return tally;
    }

    Findings findings() {
        return findings;
    }
}
