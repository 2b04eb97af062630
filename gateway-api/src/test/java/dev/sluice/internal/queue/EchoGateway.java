package dev.sluice.internal.queue;

import dev.sluice.api.Failure;
import dev.sluice.api.FailureKind;
import dev.sluice.api.RequestRef;
import dev.sluice.internal.queue.state.GatewayLock;
import dev.sluice.internal.wire.EncodedRows;
import dev.sluice.internal.wire.Encoder;
import dev.sluice.internal.wire.KnownColumns;
import dev.sluice.internal.wire.MessageWriter;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.RequestFrame.RequestReceiver;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.internal.wire.ResultKind;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/**
 * A gateway without a backend, on a thread of its own, that answers by what a request is called: {@code none} is not
 * found, {@code fail} fails, {@code rows} has as many rows as its argument says; other lookups, queries and events have
 * one row of their argument, their number and their writer, and updates count their argument.
 */
public final class EchoGateway implements AutoCloseable, RequestReceiver {

    private static final byte[] COLUMNS = KnownColumns.encode(List.of("KEY", "SEQUENCE_NO", "WRITER"));

    private final MessageWriter message = new MessageWriter();
    private final Encoder row = new Encoder();
    private final CompletableFuture<Void> running;
    private final Predicate<RequestFrame> failing;
    private volatile boolean stop;
    private OutputWriter writer;

    private EchoGateway(QueuePair queues, Predicate<RequestFrame> failing) {
        this.failing = failing;
        this.running = CompletableFuture.runAsync(() -> run(queues), task -> new Thread(task, "echo gateway").start());
    }

    /** Answers what has no result yet, and all that comes. */
    public static EchoGateway start(QueuePair queues) {
        return start(queues, request -> request.name().equals("fail"));
    }

    /** The same, with other requests that fail. */
    public static EchoGateway start(QueuePair queues, Predicate<RequestFrame> failing) {
        return new EchoGateway(queues, failing);
    }

    private void run(QueuePair queues) {
        try (GatewayLock lock = queues.lease();
                InputReader reader = queues.unansweredRequests(queues.lastAnswered());
                OutputWriter results = queues.resultWriter(lock, queues.lastAnswered())) {
            writer = results;
            while (!stop) {
                if (reader.poll(this, 100) == 0) {
                    LockSupport.parkNanos(20_000);
                }
            }
        }
    }

    @Override
    public void request(long index, long writtenNanos, RequestFrame request) {
        final RequestRef ref = request.ref(index);
        final ResultKind kind = kind(request);
        ResultFrame.begin(message, kind, ref.name());
        switch (kind) {
            case FAILED ->
                ResultFrame.failed(
                        message, new Failure(FailureKind.REJECTED, "23505", "no, because of what is there", true));
            case UPDATED ->
                ResultFrame.updated(message, (Long) request.arguments().values().get(0));
            case ROWS, REPLIED -> ResultFrame.rows(message, rows(request));
            case NOT_FOUND -> {}
        }
        ResultFrame.end(message, writer.id(), writer.nextSequence(), ref, 0, 0, 0);
        writer.write(index, writtenNanos, writtenNanos + 1, message);
    }

    private ResultKind kind(RequestFrame request) {
        if (failing.test(request)) {
            return ResultKind.FAILED;
        }
        return switch (request.kind()) {
            case LOOKUP -> request.name().equals("none") ? ResultKind.NOT_FOUND : ResultKind.ROWS;
            case QUERY -> ResultKind.ROWS;
            case UPDATE -> ResultKind.UPDATED;
            case SEND -> ResultKind.REPLIED;
        };
    }

    private EncodedRows rows(RequestFrame request) {
        final Object argument = request.arguments().values().get(0);
        final int count = request.name().equals("rows") ? ((Long) argument).intValue() : 1;
        row.clear();
        for (int i = 0; i < count; i++) {
            if (argument instanceof Long number) {
                row.value(number.longValue());
            } else {
                row.value(argument.toString());
            }
            row.value(request.sequence()).value(request.writer());
        }
        return new EncodedRows(COLUMNS, count, row.toBytes());
    }

    @Override
    public void undecodable(long index, long writtenNanos, String why) {
        throw new AssertionError(why);
    }

    /** Stops it after the request it answers; fails if it failed. */
    @Override
    public void close() {
        stop = true;
        running.join();
    }
}
