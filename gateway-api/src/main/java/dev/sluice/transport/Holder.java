package dev.sluice.transport;

import java.time.Instant;

/**
 * The process that holds a lock, or that held it when it crashed and so never released it.
 *
 * @param pid the id of the process within its own container
 * @param since when the process acquired the lock
 * @param live whether the lock is still held
 */
public record Holder(long pid, Instant since, boolean live) {}
