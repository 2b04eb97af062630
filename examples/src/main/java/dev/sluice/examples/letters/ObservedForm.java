package dev.sluice.examples.letters;

import dev.sluice.client.GatewayClient;
import dev.sluice.client.job.Job.JobReport;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import javax.sql.DataSource;

/** The progress of a form that goes by contracts, for the demo; the job itself is in the subclass. */
abstract class ObservedForm implements LettersForm {

    static final Duration LOOKS = Duration.ofMillis(50);

    final GatewayClient client;
    final DataSource database;
    final Path file;
    final LocalDate date;
    final Failures failures = new Failures();
    private final long start = System.nanoTime();
    private volatile long doneBefore;
    private volatile long asked;
    private volatile long done;
    private volatile Asking asking = new Asking(0, 0, 0);

    ObservedForm(GatewayClient client, DataSource database, Path file, LocalDate date) {
        this.client = client;
        this.database = database;
        this.file = file;
        this.date = date;
    }

    /** Notes how many contracts an earlier run has done. */
    void continued(long contracts) {
        doneBefore = contracts;
        progress(contracts, contracts);
    }

    /** Notes how many contracts were asked about, and how many are done, those of earlier runs included. */
    void progress(long contractsAsked, long contractsDone) {
        asked = contractsAsked;
        done = contractsDone;
    }

    LettersReport ended(JobReport report) {
        return ended(report.items(), report.failed(), report.asked(), report.fromHistory());
    }

    /**
     * The report.
     *
     * @param failed of all contracts; those of an earlier run are known by number only
     */
    LettersReport ended(long contracts, long failed, long requests, long fromHistory) {
        asking = new Asking(requests, fromHistory, doneBefore);
        return new LettersReport(
                contracts, contracts - failed, failed, failures.first(), Duration.ofNanos(System.nanoTime() - start));
    }

    @Override
    public long asked() {
        return asked;
    }

    @Override
    public long done() {
        return done;
    }

    @Override
    public Asking asking() {
        return asking;
    }
}
