/** Collects requests into a chunk and divides the chunk into calls. */
package dev.sluice.service.core.plan;
