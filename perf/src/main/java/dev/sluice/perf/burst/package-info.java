/** A burst of updates: how fast it is written, when its results are read, and what its backlog needs. */
package dev.sluice.perf.burst;
