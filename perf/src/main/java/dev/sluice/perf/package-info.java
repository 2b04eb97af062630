/**
 * Performance experiments. Each experiment measures the gateway and its baselines in turns within one run, and reports the
 * machine and the sizes used. No experiment asserts a time, but each checks that all variants give equal answers.
 */
package dev.sluice.perf;
