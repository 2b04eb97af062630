/** Recorded requests asked of another configuration, on queues of its own. */
package dev.sluice.replay.elsewhere;
