/** Requests with their results: read side by side, chosen, and printed. */
package dev.sluice.replay.exchange;
