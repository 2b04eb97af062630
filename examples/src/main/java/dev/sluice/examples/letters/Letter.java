package dev.sluice.examples.letters;

import java.time.LocalDate;
import java.util.Optional;

/** Composes letters. Their lines end with a line feed on every operating system. */
public final class Letter {

    private Letter() {}

    /** Reports that one contract gets no letter; other contracts are not affected. */
    static final class NoLetterException extends Exception {

        private static final long serialVersionUID = 1L;

        NoLetterException(String why) {
            super(why);
        }
    }

    static String compose(Contract contract, Optional<Customer> customer, Optional<Address> address, LocalDate date)
            throws NoLetterException {
        return compose(
                contract,
                customer.orElseThrow(() -> new NoLetterException("no customer")),
                address.orElseThrow(() -> new NoLetterException("no address")),
                date);
    }

    public static String compose(Contract contract, Customer customer, Address address, LocalDate date) {
        final String name = customer.firstName() + " " + customer.lastName();
        return name + "\n"
                + address.street() + "\n"
                + address.postcode() + " " + address.city() + "\n\n"
                + date + ", contract " + contract.id() + "\n\n"
                + "Dear " + name + ",\n"
                + "the yearly premium of your " + contract.product() + " insurance is "
                + contract.premium().toPlainString() + " EUR.\n"
                + "----\n";
    }
}
