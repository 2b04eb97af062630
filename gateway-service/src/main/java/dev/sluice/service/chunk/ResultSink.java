package dev.sluice.service.chunk;

/** Where results go, in request order. Called by the service thread only. */
public interface ResultSink extends AutoCloseable {

    /** Writes the one result of a request that has its outcome. When this returns, readers see it. */
    void write(Item item);

    /** Called after the last of several results written in one go. */
    void flush();

    @Override
    void close();
}
