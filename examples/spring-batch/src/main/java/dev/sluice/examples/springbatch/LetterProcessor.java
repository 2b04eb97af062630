package dev.sluice.examples.springbatch;

import dev.sluice.api.Update;
import dev.sluice.examples.letters.Address;
import dev.sluice.examples.letters.Customer;
import dev.sluice.examples.letters.Letter;
import dev.sluice.examples.springbatch.ContractReader.BegunContract;
import java.time.LocalDate;
import org.springframework.batch.infrastructure.item.ItemProcessor;
import org.springframework.beans.factory.annotation.Value;

/** Asks and waits for one contract. Spring calls it for many contracts at a time, so that a call of the gateway has many of them. */
final class LetterProcessor implements ItemProcessor<BegunContract, String> {

    private final LocalDate date;

    LetterProcessor(@Value("${date}") String date) {
        this.date = LocalDate.parse(date);
    }

    /** The job's requests. Their names are defined in the gateway's configuration. */
    interface Gateway {
        Customer customer(long id);

        Address address(long id);

        @Update("last-letter")
        long lastLetter(LocalDate date, long contract);
    }

    @Override
    public String process(BegunContract begun) {
        final Gateway gateway = begun.item().declare(Gateway.class);
        final Customer customer = gateway.customer(begun.contract().customerId());
        final Address address = gateway.address(begun.contract().addressId());
        gateway.lastLetter(date, begun.contract().id());
        return Letter.compose(begun.contract(), customer, address, date);
    }
}
