package dev.sluice.service;

import dev.sluice.api.QueueOptions.SyncMode;
import dev.sluice.internal.fault.FaultPoint;
import dev.sluice.internal.wire.RequestFrame.RequestReceiver;
import dev.sluice.service.core.RequestSource;
import dev.sluice.transport.Lane;
import dev.sluice.transport.RequestReader;

/** The input queue as the {@link Gateway} sees it. Belongs to the service thread. */
public final class QueueSource implements RequestSource {

    private final Lane queues;
    private final RequestReader reader;
    private final boolean sync;
    private final long lastAtOpening;

    /**
     * @param queues the queues, used for their positions and their sync mode
     * @param reader a reader at the first request that has no result
     */
    public QueueSource(Lane queues, RequestReader reader) {
        this.queues = queues;
        this.reader = reader;
        this.sync = queues.options().syncMode() != SyncMode.NONE;
        this.lastAtOpening = queues.lastRequest().orElse(-1);
    }

    @Override
    public void turn() {
        reader.turn();
    }

    @Override
    public int poll(RequestReceiver receiver, int limit) {
        int taken = 1; // if poll throws, it may have handed over requests that are executed nevertheless
        try {
            taken = reader.poll(receiver, limit);
            return taken;
        } finally {
            if (taken > 0) {
                read();
            }
        }
    }

    private void read() {
        FaultPoint.reached("requests-read");
        if (sync) {
            reader.sync(); // so that a power cut cannot lose a request that is executed or answered
        }
    }

    @Override
    public long lastAtOpening() {
        return lastAtOpening;
    }

    @Override
    public String position(long index) {
        return queues.inputPosition(index).toString();
    }

    @Override
    public void close() {
        reader.close();
    }
}
