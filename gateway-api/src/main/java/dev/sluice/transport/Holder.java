package dev.sluice.transport;

import java.time.Instant;

/**
 * Who holds a lock, or did and ended without giving it back.
 *
 * @param pid the process's id, by the numbers of its own container
 * @param since when it took the lock
 * @param live whether it is held
 */
public record Holder(long pid, Instant since, boolean live) {}
