/** The tools of all experiments: sizes, runs in turns, JVMs, databases, services, networks with latency, and machine speed. */
package dev.sluice.perf.lab;
