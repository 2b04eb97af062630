/** A damaged pair of queues: what its files, tables and properties still say, and making whole ones of it. */
package dev.sluice.replay.repair.salvage;
