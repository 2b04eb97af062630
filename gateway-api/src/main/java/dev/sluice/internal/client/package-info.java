/** What the client is made of: pending requests, futures, the thread that reads. */
package dev.sluice.internal.client;
