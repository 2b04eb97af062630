/** Reads a whole queue, including its damaged documents. */
package dev.sluice.internal.queue.scan;
