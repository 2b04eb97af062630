/**
 * A small service that answers lookups and accepts events in chunks, as {@code docs/reference/rest.openapi.yaml} specifies. It is
 * code to copy for a service that should support chunks. The demo, the measurements and the crash tests use it.
 */
package dev.sluice.examples.rest;
