/** The systems under measurement, each in a JVM of its own: gateways, databases, services, and networks with a latency. */
package dev.sluice.perf.system;
