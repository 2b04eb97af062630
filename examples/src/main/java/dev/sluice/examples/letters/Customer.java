package dev.sluice.examples.letters;

/** A customer, as returned by the lookup {@code customer}. */
public record Customer(String firstName, String lastName) {}
