/** The client that a batch job opens. It writes requests, reads results, and waits until a batch is answered. */
@NullMarked
package dev.sluice.client;

import org.jspecify.annotations.NullMarked;
