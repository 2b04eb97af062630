/** What of a damaged pair of queues can be read, and putting it back in order without moving anything. */
package dev.sluice.replay.repair;
