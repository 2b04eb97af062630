package dev.sluice.kafka;

import dev.sluice.api.Failure;
import dev.sluice.api.FailureKind;
import dev.sluice.api.RequestKind;
import dev.sluice.api.RequestRef;
import dev.sluice.internal.wire.MessageWriter;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.internal.wire.ResultKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** The messages of a lane as any producer may write them: eight requests of one writer, lookups and updates in turn, each answered. */
final class PlainMessages {

    static final int COUNT = 8;
    static final long WRITER = 7;
    static final long ASKED_NANOS = 1_764_000_000_000_000_000L;

    /** A message, with the numbers of its header. */
    record Message(byte @Nullable [] value, long... history) {

        private ProducerRecord<byte[], byte[]> record(String topic, int partition) {
            final List<Header> headers = history.length == 0 ? List.of() : Stamps.of(history);
            final long time = history.length == 4 ? history[3] : ASKED_NANOS; // a result has its own
            return new ProducerRecord<>(topic, partition, time / 1_000_000, null, value, headers);
        }
    }

    final List<Message> requests = new ArrayList<>();
    final List<Message> results = new ArrayList<>();

    PlainMessages() {
        for (int i = 0; i < COUNT; i++) {
            requests.add(request(i, i + 1L));
            results.add(result(i, i + 1L));
        }
    }

    /** The request at that index, with that number of its writer. */
    static Message request(int index, long number) {
        final MessageWriter message = new MessageWriter();
        RequestFrame.encode(message, kind(index), WRITER, number, Map.of(), name(index), new Object[] {(long) index});
        return new Message(message.toBytes(), ASKED_NANOS + index);
    }

    /** The true result of the request at that index, with that number. */
    static Message result(int index, long number) {
        return result(index, number, truth(index), ref(index));
    }

    static Message result(int index, long number, ResultKind kind, RequestRef of) {
        return new Message(
                frame(number, kind, of), index, ASKED_NANOS + index, ASKED_NANOS + 100, ASKED_NANOS + 200 + index);
    }

    static byte[] frame(long number, ResultKind kind, RequestRef of) {
        final MessageWriter message = new MessageWriter();
        ResultFrame.begin(message, kind, of.name());
        if (kind == ResultKind.UPDATED) {
            ResultFrame.updated(message, 1);
        } else if (kind == ResultKind.FAILED) {
            ResultFrame.failed(message, Failure.of(FailureKind.INVALID, "no"));
        }
        ResultFrame.end(message, 9, number, of, 1, 0, 0);
        return message.toBytes();
    }

    static RequestRef ref(int index) {
        return new RequestRef(index, WRITER, index + 1L, name(index));
    }

    static ResultKind truth(int index) {
        return kind(index) == RequestKind.LOOKUP ? ResultKind.NOT_FOUND : ResultKind.UPDATED;
    }

    private static RequestKind kind(int index) {
        return index % 2 == 0 ? RequestKind.LOOKUP : RequestKind.UPDATE;
    }

    static String name(int index) {
        return kind(index) == RequestKind.LOOKUP ? "customer" : "rename";
    }

    void send(Producer<byte[], byte[]> producer, KafkaAddress address, int lane) {
        requests.forEach(message -> producer.send(message.record(address.requests(), lane)));
        results.forEach(message -> producer.send(message.record(address.results(), lane)));
    }
}
