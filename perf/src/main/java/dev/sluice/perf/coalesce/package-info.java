/** Many requests for few keys, of a service that takes its time. */
package dev.sluice.perf.coalesce;
