/** A job's own interface as its client: what each method asks, and how it gives what comes back. */
package dev.sluice.internal.client.declared;
