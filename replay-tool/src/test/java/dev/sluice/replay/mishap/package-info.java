/** Mistakes of operators with the files of queues, and what a repair makes of them. */
package dev.sluice.replay.mishap;
