package dev.sluice.service.equivalence;

/** A database product, in one of the ways it is run. The order is part of what a seed draws. */
enum Product {
    HSQLDB(500),
    POSTGRESQL(500),
    H2(100),
    HSQLDB_FILE(50),
    HSQLDB_SERVER(50),
    SQLITE(50);

    private final int programs;

    Product(int programs) {
        this.programs = programs;
    }

    /** How many programs it runs unless the test is told otherwise: most of them on those that are shipped. */
    int programs() {
        return programs;
    }

    /** The product that it is one way to run; programs are worded for that. */
    Product family() {
        return this == HSQLDB_FILE || this == HSQLDB_SERVER ? HSQLDB : this;
    }

    /** Whether reads share statements. */
    boolean chunks() {
        return this != SQLITE;
    }

    /**
     * Whether arguments of a wrong type have one answer. H2 takes a boolean for a BIGINT or refuses it, depending on
     * whether anybody has opened a connection with settings since the statement was prepared.
     */
    boolean decidesOnWrongTypes() {
        return this != H2;
    }
}
