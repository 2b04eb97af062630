/** The mishaps of a simulation, and the places where one may happen. */
package dev.sluice.faults.simulate.mishap;
