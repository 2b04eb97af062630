/**
 * {@code sluice simulate}: runs by seeds, by scripts, and with a crash at each step of small programs. One thread, one
 * seed: a run repeats bit for bit. The method is that of FoundationDB's and TigerBeetle's simulators.
 */
package dev.sluice.faults.simulate.search;
