/** Footprints of requests, and their conflicts. */
package dev.sluice.service.core.footprint;
