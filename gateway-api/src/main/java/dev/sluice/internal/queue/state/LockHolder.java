package dev.sluice.internal.queue.state;

import java.time.Instant;

/**
 * Who holds a lock, or did and ended without giving it back, as the lock file says.
 *
 * @param pid the process's id, by the numbers of its own container
 * @param since when it took the lock
 * @param live whether it is held
 */
public record LockHolder(long pid, Instant since, boolean live) {}
