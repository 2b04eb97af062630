package dev.sluice.faults.kill.letters;

import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * The letters of one run, one for each contract from 1 on: what the lookups find, and so what the file must be in the
 * end. A function of the two numbers alone; each run asks for other customers, so that an answer to another run shows.
 *
 * @param run the run's number, from 1
 * @param contracts how many there are
 */
record Letters(int run, int contracts) {

    static final int CUSTOMERS = 300;
    static final int ADDRESSES = 70;

    /** Contracts with one of them have no customer in the database. */
    private static final int STRANGERS = 10;

    private static final String NONE = "-";

    /** Returns the run's name. */
    String runId() {
        return "run-" + run;
    }

    /** The customer that is asked for in that run. */
    static long customer(int run, long contract) {
        return 1 + (7_919 * contract + 104_729L * run) % (CUSTOMERS + STRANGERS);
    }

    static String name(long customer) {
        return "customer " + customer * customer;
    }

    static long addressOf(long customer) {
        return 1 + 31 * customer % ADDRESSES;
    }

    static String street(long address) {
        return "street " + "x".repeat((int) (address % 7)) + address;
    }

    /** The letter of a contract whose customer is not there. */
    static String toNobody(int run, long contract) {
        return text(run, contract, NONE, NONE);
    }

    static String text(int run, long contract, String name, String street) {
        return "contract " + contract + " in run " + run + "\n  " + name + "\n  " + street + "\n\n";
    }

    private static boolean isThere(long customer) {
        return customer <= CUSTOMERS;
    }

    private String letter(long contract) {
        final long customer = customer(run, contract);
        return isThere(customer)
                ? text(run, contract, name(customer), street(addressOf(customer)))
                : toNobody(run, contract);
    }

    /** The file. */
    String all() {
        return LongStream.rangeClosed(1, contracts).mapToObj(this::letter).collect(Collectors.joining());
    }

    /** How many requests the run asks: each of them once. */
    long requests() {
        return LongStream.rangeClosed(1, contracts)
                .map(contract -> isThere(customer(run, contract)) ? 3 : 2)
                .sum();
    }
}
