package dev.sluice.api;

/** What survives a power cut. A message that was written survives the end of its process in every mode. */
public enum SyncMode {
    /** What the operating system had written to disk by itself: usually all but the last half minute. */
    NONE,
    /** Everything up to the last {@code sync()} or {@code endOfChunk()}. */
    CHUNK,
    /** Every message, before the call that writes it returns: 0.1 ms and more each. */
    EACH
}
