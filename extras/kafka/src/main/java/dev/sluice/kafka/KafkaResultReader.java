package dev.sluice.kafka;

import dev.sluice.api.Position;
import dev.sluice.api.QueueException;
import dev.sluice.internal.wire.KnownColumns;
import dev.sluice.internal.wire.MessageReader;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.internal.wire.WireFormatException;
import dev.sluice.internal.wire.WireFormatException.NewerFormatException;
import dev.sluice.transport.OwnerThread;
import dev.sluice.transport.ResultReader;
import dev.sluice.transport.RunPlace.Place;
import dev.sluice.transport.UnreadableQueueException.NewerMessageException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** Reads the results of committed transactions, and checks that no result is missing. */
final class KafkaResultReader implements ResultReader {

    static final String KIND = "reader";

    private static final byte[] EMPTY = new byte[0];

    private final OwnerThread thread = new OwnerThread("this result reader");
    private final LaneLogs lane;
    private final @Nullable String name;
    private final MessageReader reader = new MessageReader();
    private final KnownColumns columns = new KnownColumns();
    private Fetcher fetcher;
    /** Whether the next result may have any number, because the first results may have been deleted. */
    private boolean anywhere;

    private volatile Place place;

    private KafkaResultReader(LaneLogs lane, @Nullable String name, Place place, long from) {
        this.lane = lane;
        this.name = name;
        this.place = place;
        this.fetcher = new Fetcher(lane.resultLog(), from, 0, lane.watch());
    }

    /** Returns a reader of the results after a position, or of all existing results for {@link Place#START}. */
    static KafkaResultReader after(LaneLogs lane, Place place) {
        return new KafkaResultReader(lane, null, place, offsetAfter(lane, place));
    }

    /** @param name the reader's name, which the caller has reserved in {@link OpenNames} */
    static KafkaResultReader named(LaneLogs lane, String name) {
        final Place place =
                lane.control().get(KIND, name).map(KafkaResultReader::parse).orElseGet(lane::lastPlace);
        lane.control().put(KIND, name, text(place));
        return new KafkaResultReader(lane, name, place, offsetAfter(lane, place));
    }

    private static long offsetAfter(LaneLogs lane, Place place) {
        final long begin = lane.resultLog().begin();
        if (place.sequence() == 0) {
            return begin;
        } else if (place.index() + 1 < begin) {
            throw new QueueException("the results after offset " + place.index() + " of "
                    + lane.resultLog().partition() + " were deleted: the partition begins at " + begin);
        }
        return place.index() + 1;
    }

    static Place parse(String text) {
        final int space = text.indexOf(' ');
        return new Place(Long.parseLong(text.substring(0, space)), Long.parseLong(text.substring(space + 1)));
    }

    static String text(Place place) {
        return place.index() + " " + place.sequence();
    }

    /** Returns the position after the last result that was passed to the receiver. */
    Place place() {
        return place;
    }

    @Override
    public int poll(Receiver receiver, int limit) {
        thread.check();
        int count = 0;
        try {
            while (count < limit) {
                final ConsumerRecord<byte[], byte[]> next = fetcher.peek();
                if (next == null) {
                    lane.checkSent(); // throws if a request was not sent, because such a request gets no result
                    break;
                }
                final ResultFrame frame = decode(next);
                receiver.result(next.offset(), frame);
                place = new Place(next.offset(), frame.sequence());
                fetcher.take();
                count++;
            }
            return count;
        } finally {
            if (count > 0 && name != null) {
                lane.control().later(KIND, name, () -> text(place));
            }
        }
    }

    private ResultFrame decode(ConsumerRecord<byte[], byte[]> message) {
        final byte[] bytes = message.value() == null ? EMPTY : message.value();
        final ResultFrame frame;
        try {
            frame = ResultFrame.decode(bytes, 0, bytes.length, reader, columns);
        } catch (final NewerFormatException e) {
            throw new NewerMessageException(
                    new Position(message.partition(), message.offset()), "topic " + message.topic(), e);
        } catch (final WireFormatException e) {
            throw new QueueException(
                    "offset " + message.offset() + " of " + lane.resultLog().partition() + " is no result: "
                            + e.getMessage(),
                    e);
        }
        if (!anywhere && frame.sequence() != place.sequence() + 1) {
            throw new QueueException(
                    "offset " + message.offset() + " of " + lane.resultLog().partition() + " is result "
                            + frame.sequence() + ", but the result before it is " + place.sequence() + ": "
                            + (frame.sequence() > place.sequence() ? "results are missing" : "two gateways wrote"));
        }
        anywhere = false;
        return frame;
    }

    @Override
    public void handOver() {
        thread.handOver();
    }

    @Override
    public ResultReader toStart() {
        fetcher.close();
        place = Place.START;
        anywhere = true;
        fetcher = new Fetcher(lane.resultLog(), offsetAfter(lane, place), 0, lane.watch());
        return this;
    }

    @Override
    public void close() {
        fetcher.close();
        if (name == null) {
            return;
        }
        try {
            lane.control().put(KIND, name, text(place));
        } finally {
            OpenNames.giveBack(lane.inputId(), KIND, name);
        }
    }
}
