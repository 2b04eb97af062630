/** What a simulated gateway is asked, in which words, and what each request must come to by a model that asks nobody. */
package dev.sluice.faults.simulate.program;
