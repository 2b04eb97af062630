/**
 * The crash simulation: the gateway's own component and its own runs of updates, over queues, databases and a clock in
 * memory that can lose what real ones lose. One thread, one seed: a run repeats bit for bit. The method is that of
 * FoundationDB's and TigerBeetle's simulators.
 */
package dev.sluice.faults.simulate;
