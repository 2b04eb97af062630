/**
 * What all experiments use: sizes, measuring in turns, child JVMs, databases, services, networks with latency, and machine speed.
 */
package dev.sluice.perf.lab;
