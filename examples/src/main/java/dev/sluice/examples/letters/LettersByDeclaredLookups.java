package dev.sluice.examples.letters;

import dev.sluice.client.GatewayClient;
import dev.sluice.client.job.JobItem;
import java.nio.file.Path;
import java.time.LocalDate;
import javax.sql.DataSource;

/**
 * The letters job by bodies that ask by the job's own interface: each reads as if it were alone, one question after the
 * other.
 */
public final class LettersByDeclaredLookups extends LettersByBodies {

    /** A job over this client, which has no name, and is closed by the caller. */
    public LettersByDeclaredLookups(GatewayClient client, DataSource database, Path file, LocalDate date) {
        super(client, database, file, date);
    }

    @Override
    String letter(Contract contract, JobItem gateway) {
        final LetterRequests requests = gateway.declare(LetterRequests.class);
        final Customer customer = requests.customer(contract.customerId());
        final Address address = requests.address(contract.addressId());
        requests.noteLastLetter(date, contract.id()); // the job waits for it
        return Letter.compose(contract, customer, address, date);
    }
}
