/**
 * Futures for requests: what is asked, what becomes of a result, and the thread that reads. Knows neither the client nor
 * declared interfaces; both are built on it.
 */
package dev.sluice.client.futures;
