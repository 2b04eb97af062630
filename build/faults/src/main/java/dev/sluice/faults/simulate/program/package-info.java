/** The requests that a simulated gateway is asked, and the model that says what each of them must come to. */
package dev.sluice.faults.simulate.program;
