/** The input and the output queue, their readers and writers, and the stored positions of readers and writers. */
package dev.sluice.internal.queue;
