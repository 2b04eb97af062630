/** The internal parts of the client: pending requests, futures, and the reader thread. */
package dev.sluice.internal.client;
