package dev.sluice.service.config;

/** How updates share database transactions. */
public enum TransactionMode {
    /** Updates without a conflicting read between them share one, up to the database's limit. */
    SHARED,
    /** One transaction for each update. */
    EACH
}
