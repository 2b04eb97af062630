/** Events sent to a service. */
package dev.sluice.perf.events;
