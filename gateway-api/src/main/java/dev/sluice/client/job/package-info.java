/**
 * Restartable jobs: a run's items, what was asked for each, the mark that says how far it got, and the sink behind it.
 * Built on futures and the concurrent loop; the client makes it.
 */
@NullMarked
package dev.sluice.client.job;

import org.jspecify.annotations.NullMarked;
