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
import java.util.List;

/**
 * One result as it is on the output queue: who wrote it, which request it answers, and what came of it.
 *
 * @param kind the method
 * @param writer the id of the gateway run that wrote it
 * @param sequence the running number of the result on its queue, from 1
 * @param request the request it answers
 * @param asked how often it was asked, if that is said; 0 if not: once if a call answered it, and never if none did
 * @param body what came of it
 */
public record ResultFrame(ResultKind kind, long writer, long sequence, RequestRef request, int asked, Body body) {

    private static final int VERSION = 1;
    private static final int HAS_ASKED = 1;

    /** Rows without columns take no bytes that could be counted; as many as a gateway can be allowed to answer. */
    private static final int MOST_EMPTY_ROWS = 1_000_000;

    /** What a result says; exactly one of the methods of {@link Results}. */
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

    /** What a service replied. */
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

    /** Starts a result, replacing what the encoder held; the body follows, then {@link #end}. */
    public static Encoder begin(Encoder encoder, long writer, long sequence, RequestRef request) {
        return begin(encoder, writer, sequence, request, 0);
    }

    /**
     * The same of a request that was asked more often than is usual.
     *
     * @param asked how often; 0: not worth a word
     */
    public static Encoder begin(Encoder encoder, long writer, long sequence, RequestRef request, int asked) {
        encoder.clear()
                .putByte(VERSION)
                .putByte(asked == 0 ? 0 : HAS_ASKED)
                .putLong(writer)
                .putLong(sequence)
                .putLong(request.index())
                .putLong(request.writer())
                .putLong(request.sequence())
                .putText(request.name());
        return asked == 0 ? encoder : encoder.putInt(asked);
    }

    /** Rows encoded where the database answered. */
    public static void rows(Encoder encoder, EncodedRows rows) {
        encoder.putBytes(rows.columns()).putInt(rows.count()).putBytes(rows.values());
    }

    /** Rows as they were decoded. */
    public static void rows(Encoder encoder, Rows rows) {
        encoder.putBytes(KnownColumns.encode(rows.columns().names())).putInt(rows.size());
        for (final Row row : rows) {
            for (int i = 0; i < row.size(); i++) {
                encoder.anyValue(row.get(i));
            }
        }
    }

    /** The number of rows an update changed. */
    public static void updated(Encoder encoder, long count) {
        encoder.putLong(count);
    }

    /** Why a request failed. */
    public static void failed(Encoder encoder, Failure failure) {
        encoder.putByte(failure.kind().code())
                .putByte(failure.retryable() ? 1 : 0)
                .putText(encodable(failure.code()))
                .putText(encodable(failure.message()));
    }

    /** A message may quote half a pair of surrogates; a failure that cannot be written would hold up all after it. */
    private static String encodable(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    /** Ends a result with its checksum. */
    public static void end(Encoder encoder, ResultKind kind) {
        encoder.putInt(encoder.crc(kind.code()));
    }

    /**
     * Decodes one result; nothing of the array is kept.
     *
     * @param event the event name on the queue
     * @param known columns seen before, so that equal ones are decoded once
     * @throws NewerFormatException if a later release wrote it
     * @throws WireFormatException if it is no result of this format, or not as it was written
     */
    public static ResultFrame decode(
            CharSequence event, byte[] bytes, int offset, int length, Decoder decoder, KnownColumns known) {
        final ResultKind kind = ResultKind.ofEvent(event);
        if (kind == null) {
            throw Frames.unknown("result", event, ResultKind::isKnown, bytes, offset, length);
        }
        final int flags = Frames.open("result", VERSION, HAS_ASKED, kind.code(), bytes, offset, length, decoder);
        final long writer = decoder.getLong();
        final long sequence = decoder.getLong();
        final RequestRef request =
                new RequestRef(decoder.getLong(), decoder.getLong(), decoder.getLong(), decoder.getName());
        final int asked = (flags & HAS_ASKED) == 0 ? 0 : decoder.getInt();
        final Body body = switch (kind) {
            case ROWS -> new Found(rows(decoder, known));
            case REPLIED -> new Replied(rows(decoder, known));
            case NOT_FOUND -> new NotFound();
            case UPDATED -> new Updated(decoder.getLong());
            case FAILED -> new Failed(failure(decoder));
        };
        Frames.close("result", decoder);
        return new ResultFrame(kind, writer, sequence, request, asked, body);
    }

    private static Rows rows(Decoder decoder, KnownColumns known) {
        final Columns columns = known.read(decoder);
        final int count = decoder.getInt();
        final int most = columns.size() == 0 ? MOST_EMPTY_ROWS : decoder.remaining();
        if (count < 0 || count > most) {
            throw new WireFormatException(
                    count + " rows of " + columns.size() + " columns with " + decoder.remaining() + " bytes left");
        }
        final List<Row> rows = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            final Object[] values = new Object[columns.size()];
            for (int column = 0; column < values.length; column++) {
                values[column] = decoder.getValue();
            }
            rows.add(Row.of(columns, values));
        }
        return Rows.of(columns, rows);
    }

    private static Failure failure(Decoder decoder) {
        try {
            final FailureKind kind = FailureKind.ofCode(decoder.getByte());
            final boolean retryable = decoder.getBoolean();
            return new Failure(kind, decoder.getText(), decoder.getText(), retryable);
        } catch (final IllegalArgumentException e) {
            throw new WireFormatException(e.getMessage(), e);
        }
    }
}
