/** Repairs damaged queues: finds the readable messages of a pair, and repairs its files without moving a message. */
package dev.sluice.replay.repair;
