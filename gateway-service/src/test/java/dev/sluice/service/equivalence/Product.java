package dev.sluice.service.equivalence;

/** A database product. */
enum Product {
    HSQLDB,
    POSTGRESQL
}
