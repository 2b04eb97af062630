/**
 * The harness of real kills: a run has rounds, a round has queues, databases and a gateway, and a scenario says what is
 * killed and what must hold then.
 */
package dev.sluice.faults.kill;
