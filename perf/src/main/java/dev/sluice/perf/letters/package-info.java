/** The experiment with letters for contracts. Their customers and addresses come from a database or from services. */
package dev.sluice.perf.letters;
