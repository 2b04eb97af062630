package dev.sluice.service;

import dev.sluice.api.QueueOptions.SyncMode;
import dev.sluice.internal.fault.FaultPoint;
import dev.sluice.internal.wire.RequestFrame.RequestReceiver;
import dev.sluice.service.core.RequestSource;
import dev.sluice.transport.Lane;
import dev.sluice.transport.RequestReader;

/** The input queue as the component sees it. Belongs to the service thread. */
public final class QueueSource implements RequestSource {

    private final Lane queues;
    private final RequestReader reader;
    private final boolean sync;
    private final long lastAtOpening;

    /**
     * @param queues for positions as text, and for the sync mode
     * @param reader at the first request that has no result
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
        int taken = 1; // if reading breaks off after some requests, they may be asked all the same
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
            reader.sync(); // nothing is asked, and so nothing answered, that a power cut could still take away
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
