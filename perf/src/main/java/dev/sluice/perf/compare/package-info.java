/** Says what became slower between two reports. */
package dev.sluice.perf.compare;
