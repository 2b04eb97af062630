/**
 * {@code sluice simulate}: runs by seeds, by scripts, and with a crash at each step of small programs. A run has one thread and
 * one seed, so that it can be repeated bit for bit. The method is that of the simulators of FoundationDB and TigerBeetle.
 */
package dev.sluice.faults.simulate.search;
