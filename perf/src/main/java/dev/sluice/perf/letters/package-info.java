/** Letters for contracts, with customers and addresses from a database or from services. */
package dev.sluice.perf.letters;
