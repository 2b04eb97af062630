package dev.sluice.service.core;

import dev.sluice.api.Failure;
import dev.sluice.api.FailureKind;
import dev.sluice.internal.wire.EncodedRows;
import dev.sluice.internal.wire.MessageWriter;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.internal.wire.ResultKind;

/** The outcome of one request. Immutable; equal requests of one call may share one outcome. */
public sealed interface Outcome {

    /** A lookup that found nothing. */
    Outcome NOT_FOUND = new NotFound();

    /** The rows that a lookup, a query or a committed update has returned. A lookup without rows is {@link NotFound} instead. */
    record Found(EncodedRows rows) implements Outcome {
        @Override
        public ResultKind kind() {
            return ResultKind.ROWS;
        }

        @Override
        public void write(MessageWriter message) {
            ResultFrame.rows(message, rows);
        }
    }

    /** See {@link #NOT_FOUND}. */
    record NotFound() implements Outcome {
        @Override
        public ResultKind kind() {
            return ResultKind.NOT_FOUND;
        }

        @Override
        public void write(MessageWriter message) {
            // the message has no body, only its kind
        }
    }

    /** A committed update that returns no rows. */
    record Updated(long count) implements Outcome {
        @Override
        public ResultKind kind() {
            return ResultKind.UPDATED;
        }

        @Override
        public void write(MessageWriter message) {
            ResultFrame.updated(message, count);
        }
    }

    /** An event that its endpoint accepted, with the endpoint's reply: one row, or none. */
    record Replied(EncodedRows reply) implements Outcome {
        @Override
        public ResultKind kind() {
            return ResultKind.REPLIED;
        }

        @Override
        public void write(MessageWriter message) {
            ResultFrame.rows(message, reply);
        }
    }

    /** A failure of this request alone. */
    record Failed(Failure failure) implements Outcome {
        @Override
        public ResultKind kind() {
            return ResultKind.FAILED;
        }

        @Override
        public void write(MessageWriter message) {
            ResultFrame.failed(message, failure);
        }
    }

    /** A failure that did not come from a backend. */
    static Outcome failed(FailureKind kind, String message) {
        return new Failed(Failure.of(kind, message));
    }

    /** A failure because the backend was unavailable for too long; sending the request again may help. */
    static Outcome unavailable(String message) {
        return new Failed(new Failure(FailureKind.UNAVAILABLE, "", message, true));
    }

    /** Returns the kind of the result, which selects the method of the result message. */
    ResultKind kind();

    /** Writes the body of the result message. */
    void write(MessageWriter message);
}
