/**
 * The baselines: the usual solutions without the gateway, one per file, each written as well as its advocates would write it. The
 * comment of each class says why it is fair to compare the gateway with it, and what could still be tuned.
 */
package dev.sluice.perf.baseline;
