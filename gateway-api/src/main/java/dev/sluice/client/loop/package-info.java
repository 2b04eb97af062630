/**
 * A job's main loop over many items. {@link dev.sluice.client.loop.MainLoop} runs the bodies of many items at once, so that
 * requests of different items share chunks. {@link dev.sluice.client.loop.Pipeline} achieves the same without concurrency: it
 * sends the requests first and handles the answers later.
 */
@NullMarked
package dev.sluice.client.loop;

import org.jspecify.annotations.NullMarked;
