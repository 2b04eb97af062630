/** The pair of queues: its readers, its writers, and how far they got. */
package dev.sluice.internal.queue;
