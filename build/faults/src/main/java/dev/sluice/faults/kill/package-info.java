/**
 * The harness of real kills. A run has rounds; a round has queues, databases and a gateway; a scenario defines the processes to
 * kill and the checks after a kill.
 */
package dev.sluice.faults.kill;
