/** What can go wrong in a simulation, and the places where it can. */
package dev.sluice.faults.simulate.mishap;
