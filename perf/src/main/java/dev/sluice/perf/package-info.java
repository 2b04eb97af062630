/**
 * Experiments: each runs the gateway and its baselines side by side, in turns, in one run, and says on what machine and
 * with what sizes. Nothing here asserts a time; that the answers are equal is checked.
 */
package dev.sluice.perf;
