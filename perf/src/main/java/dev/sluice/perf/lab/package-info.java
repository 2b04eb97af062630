/** The laboratory: experiments and their sizes, runs in turns, JVMs, databases, services, networks with a latency, and the machine. */
package dev.sluice.perf.lab;
