package dev.sluice.service.equivalence;

import dev.sluice.testsupport.SeriesLength;

/** A database product, in one of the ways it is run. The order is part of what a seed draws. */
enum Product {
    HSQLDB(100, 400),
    POSTGRESQL(100, 400),
    H2(30, 100),
    HSQLDB_FILE(15, 50),
    HSQLDB_SERVER(15, 50),
    /** Not known to the gateway: it finds that columns have no types. */
    SQLITE(30, 100),
    /** Where {@code -Dsluice.mariadb.url} names a server. */
    MARIADB(40, 100),
    /** Not known to the gateway: it finds that unions are taken, and which casts. */
    DERBY(30, 100);

    private final int whole;
    private final int nightly;

    Product(int whole, int nightly) {
        this.whole = whole;
        this.nightly = nightly;
    }

    /** How many programs it runs: most of them on the products that are shipped. */
    int programs() {
        return SeriesLength.of("programs", whole, nightly);
    }

    /** The product that it is one way to run; programs are worded for that. */
    Product family() {
        return this == HSQLDB_FILE || this == HSQLDB_SERVER ? HSQLDB : this;
    }

    /** Whether the gateway gives a parameter the type of its argument, whatever the database would take it for. */
    boolean castsParameters() {
        return this == MARIADB || this == DERBY;
    }

    /**
     * What is left of the round trips of one at a time at most. Each gateway asks the catalog of what is proved for itself,
     * and a program is short. Of databases that are not known updates go alone, and of SQLite's reads only equal keys share.
     */
    double trips() {
        return switch (family()) {
            case HSQLDB, POSTGRESQL, H2 -> 0.95;
            case MARIADB -> 0.95; // what has an ORDER BY goes one at a time
            default -> 1;
        };
    }

    /**
     * Whether arguments of a wrong type have one answer. Derby's driver refuses some of them without a state. H2 takes a boolean for a BIGINT or refuses it, depending on
     * whether anybody has opened a connection with settings since the statement was prepared.
     */
    boolean decidesOnWrongTypes() {
        return this != H2 && this != DERBY;
    }
}
