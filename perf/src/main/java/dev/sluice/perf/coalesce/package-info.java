/** The experiment with many requests for few keys of a slow service. */
package dev.sluice.perf.coalesce;
