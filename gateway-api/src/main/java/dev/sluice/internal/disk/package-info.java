/** The disk that the queues are on. */
package dev.sluice.internal.disk;
