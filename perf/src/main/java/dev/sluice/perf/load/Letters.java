package dev.sluice.perf.load;

import dev.sluice.examples.letters.Address;
import dev.sluice.examples.letters.Contract;
import dev.sluice.examples.letters.Customer;
import dev.sluice.examples.letters.Letter;
import java.io.IOException;
import java.io.Writer;
import java.time.LocalDate;

/** Composes the letters of a job, all with the same date, and writes them to the job's output in order. */
public final class Letters {

    private static final LocalDate DATE = LocalDate.of(2027, 1, 1);

    private final Writer out;
    private int written;

    public Letters(Writer out) {
        this.out = out;
    }

    /** Returns the text of a letter. Thread-safe. */
    public static String compose(Contract contract, Customer customer, Address address) {
        return Letter.compose(contract, customer, address, DATE);
    }

    /** Writes the next letter. Called by one thread at a time. */
    public void write(String letter) throws IOException {
        out.write(letter);
        written++;
    }

    /** Composes and writes the next letter. */
    public void write(Contract contract, Customer customer, Address address) throws IOException {
        write(compose(contract, customer, address));
    }

    public int written() {
        return written;
    }
}
