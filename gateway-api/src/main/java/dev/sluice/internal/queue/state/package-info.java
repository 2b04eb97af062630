/** Locks and small files of numbers beside a queue. */
package dev.sluice.internal.queue.state;
