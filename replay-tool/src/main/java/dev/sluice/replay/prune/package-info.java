/** What becomes of roll files, printed. */
package dev.sluice.replay.prune;
