/** What a batch job opens: requests to write, results to read, and waiting for the end of a batch. */
package dev.sluice.client;
