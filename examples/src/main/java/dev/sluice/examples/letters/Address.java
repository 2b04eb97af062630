package dev.sluice.examples.letters;

/** An address, as returned by the lookup {@code address}. */
public record Address(String street, String postcode, String city) {}
