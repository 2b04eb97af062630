package dev.sluice.examples.letters;

/** An address, as the lookup {@code address} finds it. */
public record Address(String street, String postcode, String city) {}
