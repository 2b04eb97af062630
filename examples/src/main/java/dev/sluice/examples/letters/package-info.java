/**
 * The letters job. For each contract it looks up the customer and the address, writes a letter, and stores the letter's date in
 * the database. The subclasses of {@link dev.sluice.examples.letters.LettersForm} use the gateway. {@link
 * dev.sluice.examples.letters.OneAtATime} works without the gateway, and sends one lookup at a time to the database or to
 * services.
 */
package dev.sluice.examples.letters;
