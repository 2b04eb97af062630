/**
 * Restartable jobs. A run consists of items and their requests, a mark that records which items are handled, and a sink for the
 * results. It is built on futures and on the concurrent loop; the client opens it.
 */
@NullMarked
package dev.sluice.client.job;

import org.jspecify.annotations.NullMarked;
