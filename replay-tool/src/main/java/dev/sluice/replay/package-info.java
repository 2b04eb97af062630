/** The replay tool: what a gateway did, read from its queues. One class per command. */
package dev.sluice.replay;
