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
 * The letters job in one of the forms in which a loop can use a gateway. All forms produce the same letters, even if they are
 * killed at any moment and run again. A subclass contains the job itself. This class contains the progress, which the demo shows.
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
     * The numbers of requests that a run wrote, and of requests that it did not need to write.
     *
     * @param requests the number of requests that this run wrote
     * @param fromHistory the number of requests that an earlier run had written and whose results this run read
     * @param doneBefore the number of contracts that an earlier run had done and this run skipped
     * @param questions the number of requests that a separate thread wrote; 0 if the thread that writes requests also handles
     *     results
     * @param questionsTook the time in which the separate thread wrote these requests
     */
    public record Asking(long requests, long fromHistory, long doneBefore, long questions, Duration questionsTook) {

        Asking(long requests, long fromHistory, long doneBefore) {
            this(requests, fromHistory, doneBefore, 0, Duration.ZERO);
        }
    }

    /**
     * Runs until each contract has its letter and each update has its result. May be called once.
     *
     * @throws InterruptedException if this thread is interrupted; some forms throw an unchecked exception of their own instead.
     *     The requests written so far remain on the queue.
     */
    public abstract LettersReport run() throws InterruptedException, ExecutionException, IOException, SQLException;

    /** Sets the number of contracts that an earlier run has done. */
    void continued(long contracts) {
        doneBefore = contracts;
        progress(contracts, contracts);
    }

    /** Sets how many contracts have their requests written, and how many are done. Both numbers include earlier runs. */
    void progress(long contractsAsked, long contractsDone) {
        asked = contractsAsked;
        done = contractsDone;
    }

    LettersReport ended(JobReport report) {
        return ended(report.items(), report.failed(), report.asked(), report.fromHistory());
    }

    /**
     * Returns the report.
     *
     * @param failed the number of contracts that failed in this run or in earlier runs; the report contains messages only for
     *     failures of this run
     */
    LettersReport ended(long contracts, long failed, long requests, long fromHistory) {
        asking = new Asking(requests, fromHistory, doneBefore);
        return new LettersReport(
                contracts, contracts - failed, failed, failures.first(), Duration.ofNanos(System.nanoTime() - start));
    }

    /** The number of contracts whose requests have been written so far, in this run and in earlier runs. Thread-safe. */
    public long asked() {
        return asked;
    }

    /** The number of contracts done so far in this run and in earlier runs, with or without a letter. Thread-safe. */
    public final long done() {
        return done;
    }

    /** Returns the numbers of requests. Called after the run has ended. */
    public Asking asking() {
        return asking;
    }
}
