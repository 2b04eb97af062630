package dev.sluice.examples.demo;

import dev.sluice.examples.letters.LettersJob;
import dev.sluice.examples.letters.LettersReport;
import java.io.IOException;
import java.sql.SQLException;
import java.util.concurrent.ExecutionException;

/** The letters job, with its progress. */
final class MeasuredJob {

    private final LettersJob job;
    private final long requests;
    private final long askedBefore;
    private final long writtenBefore;
    private LettersReport report;

    /** A job of which nothing has run. */
    MeasuredJob(LettersJob job, long requests) {
        this.job = job;
        this.requests = requests;
        this.askedBefore = job.asked();
        this.writtenBefore = job.written();
    }

    void run() throws IOException, SQLException, ExecutionException, InterruptedException {
        report = job.run();
    }

    /** Whether a third of the results has come, those of earlier runs included. Any thread. */
    boolean isInTheMiddle() {
        return job.answered() > requests / 3;
    }

    /** A line; any thread. */
    String progress() {
        return Bar.of("written", job.written(), requests) + "   " + Bar.of("answered", job.answered(), requests);
    }

    /** The figures of a job that has run. */
    GatewayRun measured(GatewaySummary summary, long updated) {
        return new GatewayRun(
                report,
                summary,
                job.written(),
                job.written() - writtenBefore,
                job.asked() - askedBefore,
                job.askingTook(),
                updated);
    }
}
