package dev.sluice.client;

import dev.sluice.api.RequestRef;
import dev.sluice.api.Requests;

/**
 * The requests of one writer of a client, numbered from 1 without a gap. That of a named client goes on with its numbers
 * in the next process of that name: a job that asks in a fixed order knows by them what it has asked before.
 */
public interface NumberedRequests extends Requests {

    /** The writer's id, as in {@link RequestRef#writer()}. Any thread. */
    long writer();

    /** The number of the last request written, 0 when there is none, as in {@link RequestRef#sequence()}. Any thread. */
    long lastSequence();

    /**
     * Forces every request written here until now to disk, whatever the client's sync mode: they survive a power cut. Takes
     * as long as the disk, 0.1 ms and more. The thread that writes.
     */
    void sync();
}
