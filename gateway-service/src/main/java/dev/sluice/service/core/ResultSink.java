package dev.sluice.service.core;

/** Where results go, in request order. Called by the service thread only. */
public interface ResultSink extends AutoCloseable {

    /** Writes the one result of a request that has its outcome. When this returns, readers see it. */
    void write(Item item);

    /** Called after the last of several results written in one go, and before the first: a former run may not have. */
    void flush();

    /** The index of the last request whose result is on disk and survives a power cut; -1 if there is none yet. */
    long durableIndex();

    /** Starts to bring what was flushed to disk, if that does not happen anyway; never waits. */
    void startSync();

    @Override
    void close();
}
