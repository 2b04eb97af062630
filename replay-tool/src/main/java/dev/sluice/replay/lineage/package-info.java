/** Where a request that was written again, or replayed elsewhere, came from: the headers that say it. */
package dev.sluice.replay.lineage;
