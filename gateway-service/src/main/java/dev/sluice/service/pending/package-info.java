/** Requests that wait while what they ask for changes: declarations that are gone or others, and what is decided then. */
package dev.sluice.service.pending;
