/** Reads a whole queue as it is, what is damaged included. */
package dev.sluice.internal.queue.scan;
