/**
 * The letters job. For each contract it looks up the customer and the address, writes a letter, and stores the letter's date in
 * the database. The forms of {@link dev.sluice.examples.letters.LettersForm} use the gateway. {@link
 * dev.sluice.examples.letters.OneAtATime} makes one lookup at a time, directly from the database or from services.
 */
package dev.sluice.examples.letters;
