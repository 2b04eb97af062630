package dev.sluice.faults.kill;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * Runs the cycles of a scenario in rounds. Each round has new queues and databases, so that a long run needs no more disk and memory
 * than a short one. The run ends with the first cycle that finds a broken promise. For one thread.
 */
public final class KillRun {

    private static final long BETWEEN_LINES_NANOS = TimeUnit.SECONDS.toNanos(10);

    /**
     * The task of a run.
     *
     * @param cycles the number of kills, if {@code time} is empty
     * @param time how long to run, instead of a number of kills
     * @param mishaps the mishaps that may happen, of those that the transport has
     * @param seed the seed of all random choices; the exact moments of kills depend on the machine
     * @param database the kind of the gateway's databases
     * @param directory the directory for all files, empty or not existing yet
     * @param keep whether to keep the files of a round without a finding, too
     */
    public record Plan(
            int cycles,
            Optional<Duration> time,
            List<Mishap> mishaps,
            long seed,
            DatabaseKind database,
            Path directory,
            boolean keep) {

        private String length() {
            return time.isPresent() ? "cycles for " + time.get().toSeconds() + " s" : cycles + " cycles";
        }
    }

    private final Plan plan;
    private final Rounds rounds;
    private final Report report;
    private final BrokenPromises findings;
    private final SplittableRandom random;
    private long startNanos = System.nanoTime();
    private long saidNanos = startNanos;
    private int done;

    /** @param report receives counts and broken promises, including those of the processes that run beside the rounds */
    public KillRun(Plan plan, Rounds rounds, Report report) {
        this.plan = plan;
        this.rounds = rounds;
        this.report = report;
        this.findings = report.findings();
        this.random = new SplittableRandom(plan.seed());
    }

    /** Runs all rounds and prints the counts; does not delete the directory. Returns whether no promise was found broken. */
    public boolean run() throws IOException, SQLException, InterruptedException {
        report.line(plan.length() + " over " + plan.database() + ", seed " + plan.seed() + ", in " + plan.directory());
        Files.createDirectories(plan.directory());
        Files.writeString(plan.directory().resolve("seed"), plan.seed() + "\n");
        try (rounds;
                Stores stores = rounds.stores(plan.database(), plan.directory())) {
            startNanos = System.nanoTime();
            for (int number = 1; goesOn(); number++) {
                final Path directory = plan.directory().resolve("round-%03d".formatted(number));
                round(new Rounds.Site(directory, random.nextLong(), stores, report, rounds));
            }
            if (!findings.any()) {
                rounds.end();
            }
        }
        report.line("%,d cycles over %s in %.0f s, seed %d"
                .formatted(done, plan.database(), over().toMillis() / 1e3, plan.seed()));
        report.lines().forEach(report::line);
        return !findings.any();
    }

    private boolean goesOn() {
        final boolean more =
                plan.time().isPresent() ? over().compareTo(plan.time().get()) < 0 : done < plan.cycles();
        return more && !findings.any();
    }

    private Duration over() {
        return Duration.ofNanos(System.nanoTime() - startNanos);
    }

    private void round(Rounds.Site site) throws IOException, SQLException, InterruptedException {
        final Round ended;
        final int most = rounds.cycles(plan.time().isPresent());
        try (Round round = rounds.begin(site)) {
            for (int i = 0; i < most && goesOn() && !rounds.isNextDue(); i++) {
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

    /** Prints the progress, at most every ten seconds. */
    private void say() {
        final long now = System.nanoTime();
        if (now - saidNanos >= BETWEEN_LINES_NANOS) {
            saidNanos = now;
            final String of = plan.time().isPresent()
                    ? "cycles in " + over().toSeconds() + " of "
                            + plan.time().get().toSeconds() + " s"
                    : "of " + plan.cycles() + " cycles";
            report.line("%,d %s: %s".formatted(done, of, report.counted()));
        }
    }

    public Report report() {
        return report;
    }

    /** Returns the promises that the run found broken. */
    public BrokenPromises findings() {
        return findings;
    }
}
