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

    boolean hsqldb() {
        return this == HSQLDB || this == HSQLDB_FILE || this == HSQLDB_SERVER;
    }

    /** Whether reads share statements. */
    boolean chunks() {
        return this != SQLITE;
    }

    /** Whose words it understands where products differ. */
    Product words() {
        return hsqldb() || this == H2 ? HSQLDB : POSTGRESQL;
    }
}
