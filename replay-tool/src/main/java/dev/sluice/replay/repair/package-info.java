/** Damaged queues: finds what can still be read of a pair, and puts it right without moving a message. */
package dev.sluice.replay.repair;
