/** Caches of lookups, off unless the configuration says otherwise. */
package dev.sluice.service.cache;
