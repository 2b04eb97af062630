package dev.sluice.service.generated;

/** All that the comparison leaves out. Each is a limit that the documents name, in these words. */
enum LeftOut {
    /** Columns {@code i} and sequences are not looked at. */
    GENERATED_KEYS("Keys drawn from sequences may have other gaps after a failing update"),
    /** No program stores the time, a transaction's number or a row's place. */
    TIME("statements that do not look at the time of their transaction"),
    /** Nothing is left in the session from one statement to the next: the oracle sets it back after each. */
    SESSION("Nothing of a session outlives a request"),
    /** Rows of a query without an ORDER BY are compared without their order, and no program has a LIMIT without one. */
    ORDER("Rows without an `ORDER BY` come in any order"),
    /** On PostgreSQL both sides have generic plans, and no argument fails before rows are looked at. */
    PLANNING("PostgreSQL computes what depends on arguments alone"),
    /** On H2 no key is compared with an argument for another type. */
    CONVERSION("H2 takes an argument that cannot be compared with its column, or refuses it"),
    /** Queries of the oracle are read-only as well. */
    READS_THAT_WRITE("Lookups and queries only read"),
    /** Programs hold no statement that the database cannot prepare: for what a declared one lacks the gateway waits. */
    NOT_PREPARED("SQL that cannot be prepared");

    private final String limit;

    LeftOut(String limit) {
        this.limit = limit;
    }

    String limit() {
        return limit;
    }
}
