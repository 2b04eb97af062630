/**
 * The letters job: for each contract, ask for its customer and its address, write a letter, and note its date. Written
 * twice: {@link dev.sluice.examples.letters.LettersJob} asks through the gateway,
 * {@link dev.sluice.examples.letters.OneAtATime} asks for one thing at a time, the
 * database itself or a service.
 */
package dev.sluice.examples.letters;
