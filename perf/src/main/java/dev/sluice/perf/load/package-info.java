/** The loads that several experiments put on a system, and the checks that all variants answered alike. */
package dev.sluice.perf.load;
