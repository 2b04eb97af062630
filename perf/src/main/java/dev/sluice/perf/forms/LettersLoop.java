package dev.sluice.perf.forms;

import dev.sluice.api.Update;
import dev.sluice.client.loop.MainLoop;
import dev.sluice.client.loop.Mapped;
import dev.sluice.examples.letters.Address;
import dev.sluice.examples.letters.Contract;
import dev.sluice.examples.letters.Contracts;
import dev.sluice.examples.letters.Customer;
import dev.sluice.examples.letters.Letter;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.LocalDate;
import javax.sql.DataSource;

/** The letters job as a concurrent loop: each body waits for its customer, its address and its update, one after another. */
final class LettersLoop {

    private final Gateway gateway;
    private final DataSource database;
    private final MainLoop loop;

    /** What the job asks. */
    interface Gateway {
        Customer customer(long id);

        Address address(long id);

        @Update("last-letter")
        long lastLetter(LocalDate date, long contract);
    }

    LettersLoop(Gateway gateway, DataSource database, MainLoop loop) {
        this.gateway = gateway;
        this.database = database;
        this.loop = loop;
    }

    /** Writes all letters, in the order of the contracts; how many these were. */
    long run(Path file, LocalDate date) throws IOException, SQLException {
        try (Contracts contracts = Contracts.read(database);
                BufferedWriter letters = Files.newBufferedWriter(file);
                Mapped<String> written = loop.map(() -> contracts, contract -> letter(contract, date))) {
            for (final String letter : written) {
                letters.write(letter);
            }
            return written.progress().done();
        }
    }

    private String letter(Contract contract, LocalDate date) {
        final Customer customer = gateway.customer(contract.customerId());
        final Address address = gateway.address(contract.addressId());
        final String letter = Letter.compose(contract, customer, address, date);
        final long updated = gateway.lastLetter(date, contract.id());
        if (updated != 1) {
            throw new IllegalStateException(updated + " contracts updated for contract " + contract.id());
        }
        return letter;
    }
}
