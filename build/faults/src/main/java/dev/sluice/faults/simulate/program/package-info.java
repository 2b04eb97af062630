/** The requests of a simulated gateway, and the model that gives the expected outcome of each. */
package dev.sluice.faults.simulate.program;
