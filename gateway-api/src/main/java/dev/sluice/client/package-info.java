/** The client that a batch job opens. It writes requests, reads results, and waits until all requests are answered. */
@NullMarked
package dev.sluice.client;

import org.jspecify.annotations.NullMarked;
