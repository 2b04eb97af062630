/** Lookups in a database and behind a REST service. */
package dev.sluice.perf.lookups;
