/** The baselines: the usual solutions without the gateway, one per file, each written as well as its advocates would write it. */
package dev.sluice.perf.baseline;
