/**
 * A gateway's own classes in a world of one thread: queues, databases and a disk that keep apart what is visible and what
 * is durable, crashes and lost connections, and a judge that sees every step.
 */
package dev.sluice.faults.simulate.world;
