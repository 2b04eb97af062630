package dev.sluice.testing;

import dev.sluice.api.QueueOptions;
import dev.sluice.api.RequestRef;
import dev.sluice.internal.wire.MessageWriter;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.RequestFrame.RequestReceiver;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.internal.wire.ResultKind;
import dev.sluice.transport.Lane;
import dev.sluice.transport.LastAnswered;
import dev.sluice.transport.Lease;
import dev.sluice.transport.RecordedResults;
import dev.sluice.transport.RequestReader;
import dev.sluice.transport.RequestWriter;
import dev.sluice.transport.ResultReader;
import dev.sluice.transport.ResultWriter;
import dev.sluice.transport.RunPlace;
import dev.sluice.transport.Transports;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntUnaryOperator;

/** Asks and answers on a lane as a client and a gateway do, step by step. */
final class LaneByHand {

    static final QueueOptions OPTIONS = QueueOptions.DEFAULTS.withDiskReserve(0);

    static final long ASKED_NANOS = 1_764_000_000_000_000_000L;

    private LaneByHand() {}

    static Lane open(String address) {
        return Transports.of(address).open(address, OPTIONS);
    }

    /** Writes requests whose first argument is their number among all of the test. */
    static void ask(RequestWriter writer, int... arguments) {
        for (final int argument : arguments) {
            writer.lookup("customer", (long) argument);
        }
    }

    static void ask(Lane lane, int... arguments) {
        try (RequestWriter writer = lane.newWriter()) {
            ask(writer, arguments);
        }
    }

    /** Answers so many requests as a gateway does that is started for them, each with the number of its argument. */
    static void answer(Lane lane, int requests) {
        final Optional<LastAnswered> last = lane.lastAnswered();
        try (Lease lease = lane.lease();
                RequestReader reader = lane.unansweredRequests(last);
                ResultWriter writer = lane.resultWriter(lease, last)) {
            final AtomicLong answered = new AtomicLong(writer.visibleIndex());
            await(
                    requests,
                    most -> reader.poll(
                            each((index, request) -> {
                                write(writer, index, request);
                                answered.set(index);
                            }),
                            most));
            writer.endOfChunk();
            awaitVisible(writer, answered.get());
        }
    }

    /** Waits until readers see the result to that request; says why they never will. */
    static void awaitVisible(ResultWriter writer, long index) {
        await(1, none -> writer.visibleIndex() < index ? 0 : 1);
    }

    /** Polls until so many were handed over: what was written may arrive a moment later. */
    static void await(int wanted, IntUnaryOperator poll) {
        int got = 0;
        while (got < wanted) {
            if (Thread.interrupted()) {
                throw new AssertionError("after " + got + " of " + wanted + " came no more");
            }
            got += poll.applyAsInt(wanted - got);
        }
    }

    static void write(ResultWriter writer, long index, RequestFrame request) {
        final MessageWriter message = new MessageWriter();
        ResultFrame.begin(message, ResultKind.UPDATED, request.name());
        ResultFrame.updated(message, (Long) request.arguments().values().get(0));
        ResultFrame.end(
                message,
                writer.id(),
                writer.nextSequence(),
                new RequestRef(index, request.writer(), request.sequence(), request.name()),
                1,
                0,
                0);
        writer.write(index, ASKED_NANOS, ASKED_NANOS + 1, message);
    }

    /** Takes a request with its index. */
    interface Taker {
        void take(long index, RequestFrame request);
    }

    static RequestReceiver each(Taker taker) {
        return new RequestReceiver() {
            @Override
            public void request(long index, long writtenNanos, RequestFrame request) {
                taker.take(index, request);
            }

            @Override
            public void undecodable(long index, long writtenNanos, String why) {
                throw new AssertionError(why);
            }
        };
    }

    static List<Long> arguments(RequestReader reader) {
        final List<Long> arguments = new ArrayList<>();
        while (reader.poll(
                        each((index, request) -> arguments.add(
                                (Long) request.arguments().values().get(0))),
                        2)
                > 0) {
            continue;
        }
        return arguments;
    }

    /** The counts of the next results, so many. */
    static List<Long> counts(ResultReader reader, int wanted) {
        final List<Long> counts = new ArrayList<>();
        await(wanted, most -> reader.poll((index, result) -> counts.add(count(result)), most));
        return counts;
    }

    static List<Long> counts(RunPlace run, int wanted) {
        final List<Long> counts = new ArrayList<>();
        await(wanted, most -> run.poll((index, result) -> counts.add(count(result)), most));
        return counts;
    }

    static long count(ResultFrame result) {
        return ((ResultFrame.Updated) result.body()).count();
    }

    static int count(RecordedResults results) {
        try (results) {
            int count = 0;
            while (results.next()) {
                count++;
            }
            return count;
        }
    }
}
