/** Requests with their results: chosen, counted, and printed. */
package dev.sluice.replay.exchange;
