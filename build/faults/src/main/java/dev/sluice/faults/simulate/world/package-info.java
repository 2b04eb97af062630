/**
 * A simulated world of one thread for the gateway's own classes: queues, databases and a disk that distinguish visible from
 * durable data, crashes and lost connections, and a judge that checks every step. In a turn, each simulated thread does some
 * work; a step is a moment at which a mishap can happen. A place is a request's number in the input, from 0.
 */
package dev.sluice.faults.simulate.world;
