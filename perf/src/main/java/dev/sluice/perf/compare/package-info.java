/** Compares two reports, and shows which figures became worse or better. */
package dev.sluice.perf.compare;
