package dev.sluice.service.core;

/** Receives the results in request order. Called by the service thread only. */
public interface ResultSink extends AutoCloseable {

    /** Takes the result of an answered request. Readers see the result at once or later, see {@link #visibleIndex}. */
    void write(Item item);

    /**
     * Called after the last of several results that are written in one go. Also called once before the first result of a run of
     * the gateway, because the run before may have been killed before it called this method.
     */
    void flush();

    /**
     * Returns the index of the last request whose result readers see even if this process crashes; -1 if there is none. A crash
     * may lose a result that is not visible yet; its request is then executed again.
     *
     * @throws RuntimeException if a result that was written will never be visible; the gateway then ends
     */
    long visibleIndex();

    /**
     * Returns the index of the last request whose result is visible and on disk, so that it survives a power cut; -1 if there
     * is none yet.
     */
    long durableIndex();

    /** Starts to sync the flushed results to disk, unless they are synced anyway; never waits. */
    void startSync();

    @Override
    void close();
}
