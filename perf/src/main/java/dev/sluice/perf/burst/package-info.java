/** The experiment with bursts of updates: how fast they are written and answered, and which resources a backlog needs. */
package dev.sluice.perf.burst;
