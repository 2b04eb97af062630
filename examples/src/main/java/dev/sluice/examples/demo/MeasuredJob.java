package dev.sluice.examples.demo;

import dev.sluice.examples.letters.LettersForm;
import dev.sluice.examples.letters.LettersReport;
import java.io.IOException;
import java.sql.SQLException;
import java.util.concurrent.ExecutionException;

/** The letters job in any form, with its progress. */
final class MeasuredJob {

    private final LettersForm job;
    private final long contracts;
    private LettersReport report;

    /** A job of which nothing has run. */
    MeasuredJob(LettersForm job, long contracts) {
        this.job = job;
        this.contracts = contracts;
    }

    void run() throws IOException, SQLException, ExecutionException, InterruptedException {
        report = job.run();
    }

    /** Whether a third of the contracts is done, those of earlier runs included. Any thread. */
    boolean isInTheMiddle() {
        return job.done() > contracts / 3;
    }

    /** A line; any thread. */
    String progress() {
        return Bar.of("asked", job.asked(), contracts) + "   " + Bar.of("done", job.done(), contracts);
    }

    /** Whether this run asked anything; an earlier one may have asked all there was. */
    boolean hasAsked() {
        return job.asking().requests() > 0;
    }

    /**
     * The figures of a job that has run.
     *
     * @param continued whether it went on with an interrupted one
     */
    GatewayRun measured(JobForm form, boolean continued, GatewaySummary summary, long updated) {
        return new GatewayRun(form, continued, report, job.asking(), summary, updated);
    }
}
