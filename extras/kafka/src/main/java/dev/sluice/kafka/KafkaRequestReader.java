package dev.sluice.kafka;

import dev.sluice.api.FailureKind;
import dev.sluice.api.Position;
import dev.sluice.internal.wire.MessageReader;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.RequestFrame.RequestReceiver;
import dev.sluice.internal.wire.WireFormatException;
import dev.sluice.internal.wire.WireFormatException.NewerFormatException;
import dev.sluice.kafka.Claims.Claim;
import dev.sluice.transport.OwnerThread;
import dev.sluice.transport.RequestReader;
import dev.sluice.transport.RunPlace;
import dev.sluice.transport.UnreadableQueueException.NewerMessageException;
import dev.sluice.transport.WriterSequences;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Reads requests. The brokers lose no request, so a gap in a writer's numbers is the writer's fault. The receiver gets the
 * request after the gap through {@code misnumbered}. The reader also reads some requests before the first request that it passes
 * to the receiver, to learn the last numbers of their writers.
 */
final class KafkaRequestReader implements RequestReader {

    /** The number of offsets to read before the first request, to learn the writers' last numbers. */
    static final long LOOK_BACK = 1_000;

    private static final byte[] EMPTY = new byte[0];

    private final OwnerThread thread = new OwnerThread("this request reader");
    private final Fetcher fetcher;
    private final MessageReader reader = new MessageReader();
    private final WriterSequences sequences;
    private final Claims claims;
    private final long from;

    /**
     * @param fetcher the source of the requests; this reader closes it
     * @param begin the offset at which the fetcher begins
     * @param from the offset of the first request that the receiver gets
     * @param claims the claims of runs before that request
     */
    KafkaRequestReader(Fetcher fetcher, long begin, long from, Claims claims) {
        this.fetcher = fetcher;
        this.from = from;
        this.claims = claims;
        this.sequences = new WriterSequences(begin == 0);
    }

    @Override
    public int poll(RequestReceiver receiver, int limit) {
        thread.check();
        int count = 0;
        while (count < limit) {
            final ConsumerRecord<byte[], byte[]> next = fetcher.peek();
            if (next == null) {
                break;
            }
            final Optional<Claim> claim = Claim.of(next);
            if (next.offset() < from) {
                lookAt(next, claim);
            } else if (claim.isPresent()) {
                claims.pass(claim.get());
            } else {
                handOver(receiver, next);
                count++;
            }
            fetcher.take();
        }
        return count;
    }

    private void lookAt(ConsumerRecord<byte[], byte[]> message, Optional<Claim> claim) {
        if (claim.isEmpty()) {
            try {
                sequences.before(RequestFrame.decode(value(message), 0, value(message).length, reader));
            } catch (final WireFormatException e) {
                sequences.unreadable();
            }
        }
    }

    private static byte[] value(ConsumerRecord<byte[], byte[]> message) {
        return message.value() == null ? EMPTY : message.value();
    }

    private void handOver(RequestReceiver receiver, ConsumerRecord<byte[], byte[]> message) {
        final byte[] numbers = Stamps.numbers(message.headers());
        final long written = Stamps.requestWritten(message, numbers);
        final byte[] bytes = value(message);
        final RequestFrame frame;
        try {
            frame = RequestFrame.decode(bytes, 0, bytes.length, reader);
        } catch (final NewerFormatException e) {
            throw new NewerMessageException(
                    new Position(message.partition(), message.offset()), "topic " + message.topic(), e);
        } catch (final WireFormatException e) {
            receiver.undecodable(message.offset(), written, e.getMessage());
            sequences.unreadable();
            return;
        }
        try {
            sequences.check(frame);
        } catch (final WireFormatException e) {
            receiver.misnumbered(message.offset(), written, frame, sequences.comesAgain(frame), e.getMessage());
            sequences.passOver(frame);
            return;
        }
        if (claims.isLast(Stamps.claim(numbers))) {
            receiver.request(message.offset(), written, frame);
        } else {
            receiver.refused(message.offset(), written, frame, FailureKind.NOT_ALLOWED, RunPlace.FOLLOWED);
        }
        sequences.next(frame);
    }

    @Override
    public void wakeWith(Runnable service) {
        fetcher.wakeWith(service);
    }

    /** Syncs nothing, because a consumer gets only messages that every in-sync broker has. */
    @Override
    public void sync() {
        thread.check();
    }

    @Override
    public void close() {
        fetcher.close();
    }
}
