/**
 * A job's main loop over many items. {@link dev.sluice.client.loop.MainLoop} runs the bodies of many items at once, so
 * that what each asks shares chunks with what the others ask; {@link dev.sluice.client.loop.Pipeline} does the same
 * without concurrency, by asking first and handling later.
 */
@NullMarked
package dev.sluice.client.loop;

import org.jspecify.annotations.NullMarked;
