/** The experiment with events that are sent to a service. */
package dev.sluice.perf.events;
