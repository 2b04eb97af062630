package dev.sluice.kafka;

import dev.sluice.api.FailureKind;
import dev.sluice.api.RequestRef;
import dev.sluice.internal.wire.MessageWriter;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.RequestFrame.RequestReceiver;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.internal.wire.ResultKind;
import dev.sluice.transport.Lane;
import dev.sluice.transport.LastAnswered;
import dev.sluice.transport.Lease;
import dev.sluice.transport.RequestReader;
import dev.sluice.transport.RequestWriter;
import dev.sluice.transport.ResultReader;
import dev.sluice.transport.ResultWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A gateway without a database: it reads so many requests, answers some of them, and ends. */
final class ByHand {

    private ByHand() {}

    /** Returns what it has read. */
    static List<String> serve(Lane lane, Lease lease, int requests, int answers) {
        final Optional<LastAnswered> last = lane.lastAnswered();
        try (RequestReader reader = lane.unansweredRequests(last);
                ResultWriter writer = lane.resultWriter(lease, last)) {
            final Requests read = new Requests();
            read.read(reader, requests);
            for (final RequestRef request : read.asked.subList(0, answers)) {
                writer.write(request.index(), 1, 2, frame(writer.nextSequence(), request));
            }
            writer.endOfChunk();
            return read.said;
        }
    }

    /** The same, of a gateway that has the lane for that alone. */
    static List<String> serve(Lane lane, int requests, int answers) {
        try (Lease lease = lane.lease()) {
            return serve(lane, lease, requests, answers);
        }
    }

    /** Asks for customers 0, 1 and so on, by a writer of its own. */
    static void ask(Lane lane, int requests) {
        try (RequestWriter writer = lane.newWriter()) {
            for (long i = 0; i < requests; i++) {
                writer.lookup("customer", i);
            }
        }
    }

    /** Reads so many results. */
    static void poll(ResultReader reader, int results) {
        int count = 0;
        while (count < results) {
            count += reader.poll((index, result) -> {}, results - count);
        }
    }

    static MessageWriter frame(long sequence, RequestRef request) {
        final MessageWriter message = new MessageWriter();
        ResultFrame.begin(message, ResultKind.UPDATED, "customer");
        ResultFrame.updated(message, 1);
        ResultFrame.end(message, 7, sequence, request, 1, 0, 0);
        return message;
    }

    static List<String> read(RequestReader reader, int requests) {
        final Requests read = new Requests();
        read.read(reader, requests);
        return read.said;
    }

    private static final class Requests implements RequestReceiver {

        private final List<String> said = new ArrayList<>();
        private final List<RequestRef> asked = new ArrayList<>();

        void read(RequestReader reader, int requests) {
            while (said.size() < requests) {
                reader.poll(this, requests - said.size());
            }
        }

        @Override
        public void request(long index, long writtenNanos, RequestFrame request) {
            take(index, request, "asked " + request.arguments().values().get(0));
        }

        @Override
        public void refused(long index, long writtenNanos, RequestFrame request, FailureKind kind, String why) {
            take(index, request, "refused " + request.arguments().values().get(0) + " " + kind);
        }

        private void take(long index, RequestFrame request, String text) {
            asked.add(request.ref(index));
            said.add(text);
        }

        @Override
        public void undecodable(long index, long writtenNanos, String why) {
            said.add("undecodable");
        }
    }
}
