/** Deletes roll files that are no longer needed. */
package dev.sluice.internal.queue.retention;
