/** The mishaps of a simulation, and the places at which they can happen. */
package dev.sluice.faults.simulate.mishap;
