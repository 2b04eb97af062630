package dev.sluice.service.memory;

import dev.sluice.internal.wire.MessageReader;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.RequestFrame.RequestReceiver;
import dev.sluice.internal.wire.WireFormatException;
import dev.sluice.service.core.RequestSource;

/** Reads requests from a queue in memory. */
public final class InMemorySource implements RequestSource {

    private final InMemoryQueue queue;
    private final MessageReader reader = new MessageReader();
    private final long lastAtOpening;
    private long next;

    /** A source that goes on at that index. */
    public InMemorySource(InMemoryQueue queue, long next) {
        this.queue = queue;
        this.next = next;
        this.lastAtOpening = queue.size() - 1;
    }

    @Override
    public int poll(RequestReceiver receiver, int limit) {
        int read = 0;
        while (read < limit && next < queue.size()) {
            handOver(receiver, next);
            next++;
            read++;
        }
        return read;
    }

    private void handOver(RequestReceiver receiver, long index) {
        final InMemoryQueue.Document document = queue.get(index);
        final byte[] message = document.message();
        final RequestFrame request;
        try {
            request = RequestFrame.decode(message, 0, message.length, reader);
        } catch (final WireFormatException e) {
            receiver.undecodable(index, document.writtenNanos(), e.getMessage());
            return;
        }
        receiver.request(index, document.writtenNanos(), request);
    }

    @Override
    public long lastAtOpening() {
        return lastAtOpening;
    }

    @Override
    public String position(long index) {
        return "0:" + index;
    }

    @Override
    public void close() {
        // nothing is held open
    }
}
