/** Measures the usage of processes and queues at two moments of a run, and judges the growth in between. */
package dev.sluice.faults.kill.growth;
