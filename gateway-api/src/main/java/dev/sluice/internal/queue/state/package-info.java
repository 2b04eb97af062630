/** Lock files, and small files that keep a few numbers beside a queue. */
package dev.sluice.internal.queue.state;
