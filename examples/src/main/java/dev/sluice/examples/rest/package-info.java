/**
 * A small service that answers lookups and takes events in chunks, as {@code docs/reference/rest.openapi.yaml} says: what to copy
 * to make a service of one's own chunk-enabled. The demo, the measurements and the crash harness ask it.
 */
package dev.sluice.examples.rest;
