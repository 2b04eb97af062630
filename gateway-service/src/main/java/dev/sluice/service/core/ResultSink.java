package dev.sluice.service.core;

/** Where results go, in request order. Called by the service thread only. */
public interface ResultSink extends AutoCloseable {

    /** Takes the one result of a request that has its outcome. Readers see it then or later, see {@link #visibleIndex}. */
    void write(Item item);

    /** Called after the last of several results written in one go, and before the first: a former run may not have. */
    void flush();

    /**
     * The index of the last request whose result readers see, whatever becomes of this process; -1 if there is none. A result
     * that was taken and is not visible may be lost, and its request is asked again then.
     *
     * @throws RuntimeException if a result that was taken before will never be visible: the gateway ends
     */
    long visibleIndex();

    /**
     * The index of the last request whose result is on disk and survives a power cut, once it is visible; -1 if there is none
     * yet.
     */
    long durableIndex();

    /** Starts to bring what was flushed to disk, if that does not happen anyway; never waits. */
    void startSync();

    @Override
    void close();
}
