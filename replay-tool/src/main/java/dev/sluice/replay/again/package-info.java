/** Asking recorded requests again elsewhere, and comparing the results. */
package dev.sluice.replay.again;
