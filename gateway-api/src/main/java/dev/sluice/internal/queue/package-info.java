/** The input and the output queue: their readers and writers, and the saved positions of each. */
package dev.sluice.internal.queue;
