/** The client that a batch job opens: requests to write, results to read, and waiting for the end of a batch. */
@NullMarked
package dev.sluice.client;

import org.jspecify.annotations.NullMarked;
