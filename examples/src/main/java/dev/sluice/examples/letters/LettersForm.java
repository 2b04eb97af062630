package dev.sluice.examples.letters;

import dev.sluice.client.GatewayClient;
import dev.sluice.client.job.Job.JobReport;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.concurrent.ExecutionException;
import javax.sql.DataSource;

/**
 * The letters job in one of the forms that a loop over a gateway can have. All of them end with the same letters, also
 * when they are killed at any moment and run again. The job itself is in the subclass; here is its progress, for the demo.
 */
public abstract class LettersForm {

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

    LettersForm(GatewayClient client, DataSource database, Path file, LocalDate date) {
        this.client = client;
        this.database = database;
        this.file = file;
        this.date = date;
    }

    /**
     * The requests of one run of a form, and those that it was spared.
     *
     * @param requests requests that this run wrote
     * @param fromHistory requests of an earlier run that were on the queue already, and whose results this one took
     * @param doneBefore contracts that an earlier run had done, and this one passed over
     * @param questions those of the requests that were written in one go, 0 where asking and handling alternate
     * @param questionsTook how long those took to write
     */
    public record Asking(long requests, long fromHistory, long doneBefore, long questions, Duration questionsTook) {

        Asking(long requests, long fromHistory, long doneBefore) {
            this(requests, fromHistory, doneBefore, 0, Duration.ZERO);
        }
    }

    /**
     * Runs until each contract has its letter and each update its result. Once.
     *
     * @throws InterruptedException if this thread is interrupted, or an unchecked exception of the loop's own; what was
     *     asked stays asked
     */
    public abstract LettersReport run() throws InterruptedException, ExecutionException, IOException, SQLException;

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

    /** Contracts that were asked about until now, those of earlier runs included. Any thread. */
    public long asked() {
        return asked;
    }

    /** Contracts that are done until now, with a letter or without, those of earlier runs included. Any thread. */
    public final long done() {
        return done;
    }

    /** Returns what a run has asked that has ended. */
    public Asking asking() {
        return asking;
    }
}
