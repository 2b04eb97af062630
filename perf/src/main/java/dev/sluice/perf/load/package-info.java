/** The loads that several experiments put on a system, and the checks that all variants gave the same answers. */
package dev.sluice.perf.load;
