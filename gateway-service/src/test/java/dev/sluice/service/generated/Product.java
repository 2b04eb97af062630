package dev.sluice.service.generated;

import dev.sluice.testsupport.SeriesLength;
import java.nio.file.Path;
import java.sql.SQLException;

/** A database product, in one of the ways it is run. The order is part of what a seed draws. */
enum Product {
    POSTGRESQL(120, 2_000),
    HSQLDB(120, 2_000),
    H2(80, 2_000),
    /** Where {@code -Dsluice.mariadb.url} names a server. */
    MARIADB(60, 1_000),
    HSQLDB_FILE(15, 50),
    HSQLDB_SERVER(15, 50),
    /** Not known to the gateway: it finds that columns have no types. */
    SQLITE(30, 100),
    /** Not known to the gateway: it finds that unions are taken, and which casts. */
    DERBY(20, 100);

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

    /** Whether schemas are drawn for it, too. Of a product that the gateway does not know nothing is proved. */
    boolean drawsSchemas() {
        return this != SQLITE && this != DERBY;
    }

    Schema schema(Draw draw) {
        return this == POSTGRESQL ? new PostgreSqlSchema(draw).schema() : new StandardSchema(draw, family()).schema();
    }

    /** Whether the gateway gives a parameter of a read the type of its argument, whatever the database would take it for. */
    boolean castsParameters() {
        return this == MARIADB || this == DERBY;
    }

    /**
     * Whether arguments of a wrong type have one answer. Derby's driver refuses some of them without a state. H2 takes a
     * boolean for a BIGINT or refuses it, depending on whether anybody has opened a connection with settings since the
     * statement was prepared.
     */
    boolean decidesOnWrongTypes() {
        return this != H2 && this != DERBY;
    }

    /** @param directory for files */
    Places open(Path directory) throws SQLException {
        return this == POSTGRESQL ? PostgreSqlPlaces.open() : seed -> OwnDatabase.make(this, directory);
    }
}
