package dev.sluice.service.jdbc.proof;

/**
 * A footprint, and when it was found. Immutable; any thread.
 *
 * @param changes the changes of the schema that it knows
 */
public record Proof(Footprint footprint, long sinceNanos, int changes) {}
