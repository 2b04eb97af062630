package dev.sluice.examples.letters;

/** What the lookup {@code customer} finds. */
public record Customer(String firstName, String lastName) {}
