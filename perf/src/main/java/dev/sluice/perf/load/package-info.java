/** The loads that several experiments share, and the checks that all variants give the same answers. */
package dev.sluice.perf.load;
