package dev.sluice.testing.memory;

import dev.sluice.internal.wire.MessageReader;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.RequestFrame.RequestReceiver;
import dev.sluice.internal.wire.WireFormatException;
import dev.sluice.testing.memory.MemoryLog.Written;
import dev.sluice.transport.OwnerThread;
import dev.sluice.transport.RequestReader;
import dev.sluice.transport.WriterSequences;

/**
 * Reads requests from memory. A lane in memory never loses a request. So when the reader is opened, it reads all earlier
 * requests, and knows the last number of each writer.
 */
final class MemoryRequestReader implements RequestReader {

    private final OwnerThread thread = new OwnerThread("this request reader");
    private final MemoryLog log;
    private final MessageReader reader = new MessageReader();
    private final WriterSequences sequences = new WriterSequences(true);
    private int next;

    MemoryRequestReader(MemoryLog log, long next) {
        this.log = log;
        this.next = Math.toIntExact(next);
        for (int earlier = 0; earlier < next; earlier++) {
            lookBack(log.request(earlier).message());
        }
    }

    private void lookBack(byte[] message) {
        try {
            sequences.before(RequestFrame.decode(message, 0, message.length, reader));
        } catch (final WireFormatException e) {
            sequences.unreadable();
        }
    }

    @Override
    public int poll(RequestReceiver receiver, int limit) {
        thread.check();
        int count = 0;
        while (count < limit && next < log.requests()) {
            handOver(receiver, log.request(next));
            next++;
            count++;
        }
        return count;
    }

    private void handOver(RequestReceiver receiver, Written request) {
        final RequestFrame frame;
        try {
            frame = RequestFrame.decode(request.message(), 0, request.message().length, reader);
        } catch (final WireFormatException e) {
            receiver.undecodable(next, request.writtenNanos(), e.getMessage());
            sequences.unreadable();
            return;
        }
        try {
            sequences.check(frame);
        } catch (final WireFormatException e) {
            receiver.misnumbered(next, request.writtenNanos(), frame, sequences.comesAgain(frame), e.getMessage());
            sequences.passOver(frame);
            return;
        }
        receiver.request(next, request.writtenNanos(), frame);
        sequences.next(frame);
    }

    @Override
    public void turn() {
        log.hooks().turn();
    }

    @Override
    public void wakeWith(Runnable service) {
        log.wake(service);
    }

    @Override
    public void sync() {
        thread.check();
    }

    @Override
    public void close() {
        log.wake(() -> {});
    }
}
