/**
 * What every real crash test has: processes that are there to be killed, the gateway's queues, its configuration and the
 * databases behind it, what a run is to do, and what it found.
 */
package dev.sluice.faults.processes;
