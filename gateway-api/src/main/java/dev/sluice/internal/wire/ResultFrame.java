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
 * One result on the output queue, with its writer, the request that it answers, and the outcome.
 *
 * @param kind the kind of result
 * @param writer the id of the gateway run that wrote the result
 * @param sequence the number of the result on its queue, from 1
 * @param request the request that the result answers
 * @param asked the number of calls that were made for the request if one call was not enough; otherwise 0
 * @param begunNanos the start of the call that answered the request: wall clock, nanoseconds since 1970; 0 without a call
 * @param endedNanos the end of that call; 0 without a call
 * @param body the outcome of the request
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

    /**
     * The greatest number of rows without columns. Such rows take no bytes in the message, so their number cannot be checked
     * against the message's size. The limit equals the greatest number of rows that a gateway can be configured to return.
     */
    private static final int MOST_EMPTY_ROWS = 1_000_000;

    /** The content of a result. Each implementation belongs to one method of {@link Results}. */
    public sealed interface Body {
        /** Calls the handler's method for this content. */
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

    /** The number of rows that an update changed. */
    public record Updated(long count) implements Body {
        @Override
        public void deliver(RequestRef request, Results results) {
            results.updated(request, count);
        }
    }

    /** The failure of a request. */
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

    /**
     * Begins a result, and discards the previous content of {@code message}. The caller then writes the body and calls {@link
     * #end}.
     */
    public static MessageWriter begin(MessageWriter message, ResultKind kind, String name) {
        message.clear().event(Frames.RESULTS[kind.ordinal()]).text(name);
        return message;
    }

    /** Writes the body of a result with rows. */
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

    /** Writes the body of an update's result: the number of changed rows. */
    public static void updated(MessageWriter message, long count) {
        message.number(count);
    }

    /** Writes the body of a failed result. */
    public static void failed(MessageWriter message, Failure failure) {
        message.text(failure.kind().name())
                .text(encodable(failure.code()))
                .text(encodable(failure.message()))
                .bool(failure.retryable());
    }

    /**
     * Replaces unpaired surrogates, which a failure's message may quote. If a failure could not be written, no later result could
     * be written either.
     */
    private static String encodable(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    /**
     * Ends a result.
     *
     * @param writer the id of the gateway run that writes the result
     * @param sequence the number of the result on its queue, from 1
     * @param asked the number of calls that were made for the request if one call was not enough; otherwise 0
     * @param begunNanos the start of the call that answered the request; 0 without a call
     * @param endedNanos the end of that call; 0 without a call
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
     * Decodes one result. The returned object does not refer to the array.
     *
     * @param from the place where the events begin, after the history
     * @param known the columns of earlier results, so that equal columns are decoded only once
     * @throws NewerFormatException if a later release wrote the result
     * @throws WireFormatException if the bytes are not a result of this format, or are damaged
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

    /** Reads a failure. The checksum was correct, so an unknown kind comes from a later release. */
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
