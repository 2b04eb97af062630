/** The disk that holds the queues. */
package dev.sluice.internal.disk;
