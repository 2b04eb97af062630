/**
 * The contract between a batch job and the gateway: what can be asked, what comes back, and the types that cross the
 * queues. Depends on nothing but the JDK.
 */
package dev.sluice.api;
