package dev.sluice.examples.letters;

import dev.sluice.client.GatewayClient;
import dev.sluice.client.job.FileSink;
import dev.sluice.client.job.Job;
import dev.sluice.client.job.JobItem;
import dev.sluice.client.job.JobOptions;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.LocalDate;
import javax.sql.DataSource;

/**
 * The letters job as a restartable loop whose bodies run many at a time, and ask by the job's own interface: each reads
 * as if it were alone, one question after the other.
 */
public final class LettersByDeclaredLookups extends ObservedForm {

    private static final int BODIES = 1_000;

    /** A job over this client, which has no name, and is closed by the caller. */
    public LettersByDeclaredLookups(GatewayClient client, DataSource database, Path file, LocalDate date) {
        super(client, database, file, date);
    }

    @Override
    public LettersReport run() throws SQLException {
        final JobOptions options = JobOptions.DEFAULTS.withLoop(loop(BODIES));
        try (Contracts contracts = Contracts.read(database);
                Job job = client.job("letters", date.toString(), options)) {
            continued(job.report().handledBefore());
            return ended(job.run(
                    () -> contracts, contract -> Long.toString(contract.id()), this::letter, FileSink.text(file)));
        }
    }

    private String letter(Contract contract, JobItem gateway) {
        final LetterRequests requests = gateway.declare(LetterRequests.class);
        final Customer customer = requests.customer(contract.customerId());
        final Address address = requests.address(contract.addressId());
        requests.noteLastLetter(date, contract.id()); // the job waits for it
        return Letter.compose(contract, customer, address, date);
    }
}
