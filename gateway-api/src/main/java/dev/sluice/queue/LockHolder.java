package dev.sluice.queue;

import java.time.Instant;

/**
 * Who holds a lock, or did and ended without giving it back, as the lock file says. To look at it locks nothing, so it is no
 * more than a hint.
 *
 * @param pid the process's id
 * @param since when it took the lock
 * @param live whether that process runs, as far as can be seen from here: not in another container's process ids
 */
public record LockHolder(long pid, Instant since, boolean live) {}
