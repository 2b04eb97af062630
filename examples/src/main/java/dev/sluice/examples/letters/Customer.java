package dev.sluice.examples.letters;

/** A customer, as the lookup {@code customer} finds it. */
public record Customer(String firstName, String lastName) {}
