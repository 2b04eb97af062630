package dev.sluice.service.config;

/** What a power cut may take. A crash of the process takes nothing with either. */
public enum QueueSync {
    /** Writing to disk is left to the operating system: a power cut may take the last seconds of both queues. */
    NONE,
    /** The input is on disk before a chunk is asked, and the output after it is answered. */
    CHUNK
}
