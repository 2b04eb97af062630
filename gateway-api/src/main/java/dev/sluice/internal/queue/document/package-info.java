/** Writes, reads and finds the messages of a queue. */
package dev.sluice.internal.queue.document;
