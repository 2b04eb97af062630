/**
 * The letters job: for each contract, ask for its customer and its address, write a letter, and note its date. Written
 * twice: {@link dev.sluice.examples.letters.LettersJob} asks through the gateway,
 * {@link dev.sluice.examples.letters.OneAtATime} asks the database itself.
 */
package dev.sluice.examples.letters;
