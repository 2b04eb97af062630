package dev.sluice.examples.letters;

import dev.sluice.api.Update;
import java.time.LocalDate;
import java.util.concurrent.CompletableFuture;

/** What the letters job asks, as an interface of its own: a method is the lookup of its name, if nothing else is said. */
interface LetterRequests {

    /** Waits for the customer. */
    Customer customer(long id);

    /** Waits for the address. */
    Address address(long id);

    /** Does not wait. */
    @Update("last-letter")
    CompletableFuture<Long> noteLastLetter(LocalDate date, long contractId);
}
