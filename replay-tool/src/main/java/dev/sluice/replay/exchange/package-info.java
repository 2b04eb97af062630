/** Selects, counts and prints requests with their results. */
package dev.sluice.replay.exchange;
