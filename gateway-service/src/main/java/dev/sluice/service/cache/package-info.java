/** Caches of lookups, which are off unless the configuration turns them on. */
package dev.sluice.service.cache;
