/**
 * The letters job: for each contract, ask for its customer and its address, write a letter, and note its date. Written
 * through the gateway in the forms of {@link dev.sluice.examples.letters.LettersForm}, and by {@link
 * dev.sluice.examples.letters.OneAtATime} asking for one thing at a time, the database itself or a service.
 */
package dev.sluice.examples.letters;
