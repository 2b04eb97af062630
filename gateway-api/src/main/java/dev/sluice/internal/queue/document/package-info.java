/** One message of a queue: how it is written, read and found. */
package dev.sluice.internal.queue.document;
