package dev.sluice.service.pending;

/**
 * What a name stood for when a gateway ran last.
 *
 * @param kind {@code lookup}, {@code statement}, {@code endpoint} or {@code SQL}
 * @param backend the name of the database or service that is asked
 * @param fingerprint of everything that decides what a request for it means
 */
public record Declared(String kind, String backend, String fingerprint) {}
