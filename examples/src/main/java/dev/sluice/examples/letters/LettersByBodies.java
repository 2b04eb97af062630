package dev.sluice.examples.letters;

import dev.sluice.client.GatewayClient;
import dev.sluice.client.job.FileSink;
import dev.sluice.client.job.Job;
import dev.sluice.client.job.JobItem;
import dev.sluice.client.job.JobOptions;
import dev.sluice.client.loop.MainLoop;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.LocalDate;
import javax.sql.DataSource;

/** The letters job as a restartable loop whose bodies run many at a time, on virtual threads from Java 21 on. */
abstract class LettersByBodies extends ObservedForm {

    private static final int BODIES = 1_000;

    LettersByBodies(GatewayClient client, DataSource database, Path file, LocalDate date) {
        super(client, database, file, date);
    }

    /** The body: asks what this contract's letter needs, and gives it. */
    abstract String letter(Contract contract, JobItem gateway) throws Exception;

    @Override
    public LettersReport run() throws SQLException {
        final MainLoop loop = MainLoop.DEFAULTS
                .withWidth(BODIES)
                .withFailures(failures::add)
                .withProgress(LOOKS, now -> progress(now.begun(), now.ended()));
        try (Contracts contracts = Contracts.read(database);
                Job job = client.job("letters", date.toString(), JobOptions.DEFAULTS.withLoop(loop))) {
            continued(job.report().handledBefore());
            return ended(job.run(() -> contracts, Contract::key, this::letter, FileSink.text(file)));
        }
    }
}
