package dev.sluice.examples.letters;

/** What the lookup {@code address} finds. */
public record Address(String street, String postcode, String city) {}
