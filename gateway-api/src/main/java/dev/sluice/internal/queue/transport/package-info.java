/** The transport on which a lane is a pair of Chronicle queues, opened by its address. */
package dev.sluice.internal.queue.transport;
