/** Deletes the roll files that nobody needs. */
package dev.sluice.internal.queue.retention;
