package dev.sluice.internal.wire;

import dev.sluice.api.Columns;
import dev.sluice.api.Failure;
import dev.sluice.api.FailureKind;
import dev.sluice.api.RequestRef;
import dev.sluice.api.Results;
import dev.sluice.api.Row;
import dev.sluice.api.Rows;
import dev.sluice.internal.wire.WireFormatException.NewerFormatException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * One result as it is on the output queue: who wrote it, which request it answers, and what came of it.
 *
 * @param kind the method
 * @param writer the id of the gateway run that wrote it
 * @param sequence the running number of the result on its queue, from 1
 * @param request the request it answers
 * @param asked how often it was asked, if that is said; 0 if not: once if a call answered it, and never if none did
 * @param begunNanos when the call that answered it began, by the wall clock in nanoseconds since 1970; 0 if none did
 * @param endedNanos when that ended; 0 if none did
 * @param body what came of it
 */
public record ResultFrame(
        ResultKind kind,
        long writer,
        long sequence,
        RequestRef request,
        int asked,
        long begunNanos,
        long endedNanos,
        Body body) {

    private static final ResultKind[] KINDS = ResultKind.values();

    /** Rows without columns take no bytes that could be counted; as many as a gateway can be allowed to answer. */
    private static final int MOST_EMPTY_ROWS = 1_000_000;

    /** The content of a result; exactly one of the methods of {@link Results}. */
    public sealed interface Body {
        /** Calls the handler's method for it. */
        void deliver(RequestRef request, Results results);
    }

    /** The rows that a lookup or query found. */
    public record Found(Rows rows) implements Body {
        @Override
        public void deliver(RequestRef request, Results results) {
            results.rows(request, rows);
        }
    }

    /** The reply of a service. */
    public record Replied(Rows reply) implements Body {
        @Override
        public void deliver(RequestRef request, Results results) {
            results.replied(request, reply);
        }
    }

    /** A lookup that found nothing. */
    public record NotFound() implements Body {
        @Override
        public void deliver(RequestRef request, Results results) {
            results.notFound(request);
        }
    }

    /** How many rows an update changed. */
    public record Updated(long count) implements Body {
        @Override
        public void deliver(RequestRef request, Results results) {
            results.updated(request, count);
        }
    }

    /** Why a request failed. */
    public record Failed(Failure failure) implements Body {
        @Override
        public void deliver(RequestRef request, Results results) {
            results.failed(request, failure);
        }
    }

    /** Calls the handler's method for this result. */
    public void deliver(Results results) {
        body.deliver(request, results);
    }

    /** Begins a result, replacing the message before; the body follows, then {@link #end}. */
    public static MessageWriter begin(MessageWriter message, ResultKind kind, String name) {
        message.clear().event(Frames.RESULTS[kind.ordinal()]).text(name);
        return message;
    }

    /** Rows encoded where the database answered. */
    public static void rows(MessageWriter message, EncodedRows rows) {
        KnownColumns.write(message, rows.columns());
        final int columns = KnownColumns.count(rows.columns());
        if (columns == 0) {
            message.number(rows.count());
            return;
        }
        final Decoder values = message.decoder().wrap(rows.values(), 0, rows.values().length);
        message.open();
        for (int row = 0; row < rows.count(); row++) {
            message.open();
            for (int column = 0; column < columns; column++) {
                message.value(values);
            }
            message.close();
        }
        message.close();
        message.columns(columns);
    }

    /** The number of rows an update changed. */
    public static void updated(MessageWriter message, long count) {
        message.number(count);
    }

    /** Why a request failed. */
    public static void failed(MessageWriter message, Failure failure) {
        message.text(failure.kind().name())
                .text(encodable(failure.code()))
                .text(encodable(failure.message()))
                .bool(failure.retryable());
    }

    /** A message may quote half a pair of surrogates; a failure that cannot be written would hold up all after it. */
    private static String encodable(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    /**
     * Ends a result.
     *
     * @param writer the id of the gateway run that writes it
     * @param sequence the running number of the result on its queue, from 1
     * @param asked how often the request was asked; 0: not worth a word
     * @param begunNanos when the call that answered it began; 0 if none did
     * @param endedNanos when that ended
     */
    public static void end(
            MessageWriter message,
            long writer,
            long sequence,
            RequestRef request,
            int asked,
            long begunNanos,
            long endedNanos) {
        message.close().event(Frames.TRAILER);
        message.resultTrailer(writer, sequence, request, asked, begunNanos, endedNanos - begunNanos);
        message.end();
    }

    /**
     * Decodes one result; nothing of the array is kept.
     *
     * @param from where the events begin, after the history
     * @param known columns seen before, so that equal ones are decoded once
     * @throws NewerFormatException if a later release wrote it
     * @throws WireFormatException if it is no result of this format, or not as it was written
     */
    public static ResultFrame decode(byte[] bytes, int from, int to, MessageReader message, KnownColumns known) {
        message.open("result", bytes, from, to);
        final int event = message.event(Frames.RESULTS);
        if (event < 0) {
            throw message.unknown("result");
        }
        final ResultKind kind = KINDS[event];
        final int end = message.open();
        final String name = message.name();
        final int bodyAt = message.at();
        message.moveTo(end);
        final int trailer = message.trailer("result");
        final long writer = message.id();
        final long sequence = message.number();
        final RequestRef request = new RequestRef(message.id(), message.id(), message.number(), name);
        final int asked = (int) message.number();
        final long begun = message.number();
        final long ended = begun + message.number();
        message.endOfTrailer(trailer);
        message.moveTo(bodyAt);
        final Body body = switch (kind) {
            case ROWS -> new Found(rows(message, known));
            case REPLIED -> new Replied(rows(message, known));
            case NOT_FOUND -> new NotFound();
            case UPDATED -> new Updated(message.number());
            case FAILED -> new Failed(failure(message));
        };
        message.close(end);
        return new ResultFrame(kind, writer, sequence, request, asked, begun, ended, body);
    }

    private static Rows rows(MessageReader message, KnownColumns known) {
        final Columns columns = known.read(message);
        if (columns.size() == 0) {
            final long count = message.number();
            if (count < 0 || count > MOST_EMPTY_ROWS) {
                throw new WireFormatException(count + " rows without columns");
            }
            final Row empty = Row.of(columns, new Object[0]);
            return Rows.of(columns, Collections.nCopies((int) count, empty));
        }
        final boolean each = message.typeCount() != columns.size();
        final int end = message.open();
        final List<Row> rows = new ArrayList<>(message.countOfLists(end));
        int letter = 0;
        while (message.at() < end) {
            final int rowEnd = message.open();
            if (each && letter + columns.size() > message.typeCount()) {
                throw new WireFormatException("more values than the " + message.typeCount() + " types");
            }
            final Object[] values = new Object[columns.size()];
            for (int column = 0; column < values.length; column++) {
                values[column] = message.value(message.type(each ? letter++ : column));
            }
            message.close(rowEnd);
            rows.add(Row.of(columns, values));
        }
        message.close(end);
        if (each && letter != message.typeCount()) {
            throw new WireFormatException("fewer values than the " + message.typeCount() + " types");
        }
        return Rows.of(columns, rows);
    }

    /** The message is as it was written, so a kind that is not known is a later release's. */
    private static Failure failure(MessageReader message) {
        return new Failure(kind(message.text()), message.text(), message.text(), message.bool());
    }

    private static FailureKind kind(String name) {
        try {
            return FailureKind.valueOf(name);
        } catch (final IllegalArgumentException e) {
            throw new NewerFormatException(
                    "a failure of the kind '" + Frames.shown(name) + "', which this release of Sluice does not know");
        }
    }
}
