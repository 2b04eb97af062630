/** The pair of queues as a lane that is opened by its address. */
package dev.sluice.internal.queue.transport;
