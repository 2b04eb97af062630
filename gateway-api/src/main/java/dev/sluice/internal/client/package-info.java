/** The parts of the client: pending requests, futures, the thread that reads. */
package dev.sluice.internal.client;
