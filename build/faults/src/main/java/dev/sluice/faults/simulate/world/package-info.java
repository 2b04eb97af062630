/**
 * A simulated world of one thread for the gateway's own classes: queues, databases and a disk that distinguish visible from
 * durable data, crashes and lost connections, and a judge that checks every step.
 */
package dev.sluice.faults.simulate.world;
