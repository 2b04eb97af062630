/** The queues and the component alone, and what syncing them costs. */
package dev.sluice.perf.queue;
