/**
 * A small service that answers lookups and accepts events, many in a call, as {@code docs/reference/rest.openapi.yaml} specifies.
 * It can be copied into a service that should support such calls. The demo, the measurements and the crash tests use it.
 */
package dev.sluice.examples.rest;
