/** Sends recorded requests to other backends, and compares the results. */
package dev.sluice.replay.again;
