package dev.sluice.replay;

import dev.sluice.api.Failure;
import dev.sluice.api.FailureKind;
import dev.sluice.api.QueueOptions;
import dev.sluice.api.RequestKind;
import dev.sluice.api.RequestRef;
import dev.sluice.api.Rows;
import dev.sluice.internal.queue.InputReader;
import dev.sluice.internal.queue.InputWriter;
import dev.sluice.internal.queue.OutputWriter;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.queue.scan.DocumentScan.RequestScan;
import dev.sluice.internal.queue.state.GatewayLock;
import dev.sluice.internal.wire.EncodedRows;
import dev.sluice.internal.wire.MessageWriter;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.RequestFrame.RequestReceiver;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.internal.wire.ResultKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** A pair of queues with requests of two writers and their results, each of which a test can tell otherwise. */
public final class AnsweredQueues {

    public static final QueueOptions OPTIONS = QueueOptions.DEFAULTS.withDiskReserve(0);

    /** Writes the result of a request. */
    @FunctionalInterface
    public interface Answer {
        void write(Results results, long index, long writtenNanos, RequestFrame request);
    }

    /** Writes results, true ones and others. */
    public static final class Results {
        private final OutputWriter writer;
        private final MessageWriter message = new MessageWriter();

        private Results(OutputWriter writer) {
            this.writer = writer;
        }

        public void truth(long index, long writtenNanos, RequestFrame request) {
            switch (request.kind()) {
                case LOOKUP, QUERY -> write(index, writtenNanos, ResultKind.NOT_FOUND, request.ref(index));
                case UPDATE -> write(index, writtenNanos, ResultKind.UPDATED, request.ref(index));
                case SEND -> write(index, writtenNanos, ResultKind.FAILED, request.ref(index));
            }
        }

        /** Rows, or the reply to an event. */
        public void rows(long index, long writtenNanos, ResultKind kind, RequestRef request, Rows rows) {
            ResultFrame.begin(message, kind, request.name());
            ResultFrame.rows(message, EncodedRows.of(rows));
            ResultFrame.end(message, writer.id(), writer.nextSequence(), request, 0, 0, 0);
            writer.write(index, writtenNanos, writtenNanos + 1, message);
        }

        /** It failed so. */
        public void fail(long index, long writtenNanos, RequestFrame request, FailureKind why) {
            failed(index, writtenNanos, request.ref(index), Failure.of(why, "no"));
        }

        public void failed(long index, long writtenNanos, RequestRef request, Failure failure) {
            ResultFrame.begin(message, ResultKind.FAILED, request.name());
            ResultFrame.failed(message, failure);
            ResultFrame.end(message, writer.id(), writer.nextSequence(), request, 0, 0, 0);
            writer.write(index, writtenNanos, writtenNanos + 1, message);
        }

        public void write(long index, long writtenNanos, ResultKind kind, RequestRef request) {
            ResultFrame.begin(message, kind, request.name());
            if (kind == ResultKind.UPDATED) {
                ResultFrame.updated(message, 1);
            } else if (kind == ResultKind.FAILED) {
                ResultFrame.failed(message, Failure.of(FailureKind.REJECTED, "no"));
            }
            ResultFrame.end(message, writer.id(), writer.nextSequence(), request, 0, 0, 0);
            writer.write(index, writtenNanos, writtenNanos + 1, message);
        }
    }

    private AnsweredQueues() {}

    /** A pair with so many requests; one that exists gets as many more. */
    public static void make(Path directory, int requests, Answer answer) {
        make(directory, OPTIONS, requests, answer);
    }

    /** The same with other options. */
    public static void make(Path directory, QueueOptions options, int requests, Answer answer) {
        try (QueuePair queues = QueuePair.open(directory, options)) {
            fill(queues, requests, answer);
        }
    }

    /** Writes so many more requests, and answers all that wait. */
    public static void fill(QueuePair queues, int requests, Answer answer) {
        try (InputWriter one = queues.newWriter("one");
                InputWriter two = queues.newWriter("two")) {
            for (int i = 0; i < requests; i++) {
                final RequestKind kind = RequestKind.values()[i % RequestKind.values().length];
                (i % 3 == 0 ? two : one).append(kind, Map.of(), kind.event() + "-it", i, "a");
            }
            answer(queues, Integer.MAX_VALUE, answer);
        }
    }

    /** Answers what waits, so many at most. */
    public static void answer(QueuePair queues, int most, Answer answer) {
        try (GatewayLock lock = queues.lease();
                InputReader reader = queues.unansweredRequests(queues.lastAnswered());
                OutputWriter writer = queues.resultWriter(lock, queues.lastAnswered())) {
            final Results results = new Results(writer);
            reader.poll(
                    new RequestReceiver() {
                        @Override
                        public void request(long index, long writtenNanos, RequestFrame request) {
                            answer.write(results, index, writtenNanos, request);
                        }

                        @Override
                        public void misnumbered(
                                long index, long writtenNanos, RequestFrame request, boolean again, String why) {
                            results.failed(
                                    index,
                                    writtenNanos,
                                    again ? request.ref(index) : request.refOfNobody(index),
                                    Failure.of(FailureKind.INVALID, "The request was not asked: " + why));
                        }

                        @Override
                        public void undecodable(long index, long writtenNanos, String why) {
                            results.write(index, writtenNanos, ResultKind.FAILED, new RequestRef(index, 0, 0, ""));
                        }
                    },
                    most);
        }
    }

    /** Writes so many lookups of {@code it}, which wait. */
    public static void ask(Path directory, int count) {
        try (QueuePair queues = QueuePair.open(directory, OPTIONS);
                InputWriter writer = queues.newWriter()) {
            for (long i = 0; i < count; i++) {
                writer.append(RequestKind.LOOKUP, Map.of(), "it", i);
            }
        }
    }

    /** All requests, in their order. */
    public static List<RequestFrame> requests(Path directory) {
        final List<RequestFrame> requests = new ArrayList<>();
        scan(directory, (queues, scan) -> requests.add(scan.frame()));
        return requests;
    }

    /** The places of all requests, in their order. */
    public static List<String> positions(Path directory) {
        final List<String> positions = new ArrayList<>();
        scan(
                directory,
                (queues, scan) ->
                        positions.add(queues.inputPosition(scan.index()).toString()));
        return positions;
    }

    /** Takes each request in turn. */
    public static void scan(Path directory, BiConsumer<QueuePair, RequestScan> each) {
        try (QueuePair queues = QueuePair.open(directory, OPTIONS);
                RequestScan scan = queues.scanRequests()) {
            while (scan.next()) {
                each.accept(queues, scan);
            }
        }
    }
}
