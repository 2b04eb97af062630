package dev.sluice.service.exchange;

import dev.sluice.api.Failure;
import dev.sluice.api.Position;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.transport.Lane;
import dev.sluice.transport.RecordedRequests;
import dev.sluice.transport.RecordedResults;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A request and, if there is one, its result.
 *
 * @param position where the request is in the input
 * @param request empty if the document there is none
 * @param unreadable why it is none
 * @param writtenNanos when it was written: wall clock, nanoseconds since 1970; 0 if it does not say
 * @param answer its result
 */
public record Exchange(
        Position position,
        Optional<RequestFrame> request,
        String unreadable,
        long writtenNanos,
        Optional<Answer> answer) {

    /** The side of exchanges that is printed. */
    public enum Side {
        /** Requests, answered or not. */
        requests,
        /** Results; requests that wait are left out. */
        results,
        /** Requests, each with its result if there is one. */
        both;

        /** Whether an exchange has something of it. */
        public boolean takes(Exchange exchange) {
            return this != results || exchange.answer().isPresent();
        }
    }

    /**
     * A result.
     *
     * @param position where it is in the output
     * @param readNanos when the gateway read its request: wall clock, nanoseconds since 1970; 0 if it does not say
     * @param writtenNanos when it was written, likewise
     */
    public record Answer(Position position, ResultFrame frame, long readNanos, long writtenNanos) {

        /** The call that answered it; empty if it was answered without one, as by a cache. */
        public Optional<Call> call() {
            return frame.begunNanos() == 0
                    ? Optional.empty()
                    : Optional.of(new Call(frame.begunNanos(), frame.endedNanos()));
        }

        /** How often the request was asked; once is not written down. 0 if never. */
        public int asked() {
            return frame.asked() == 0 && call().isPresent() ? 1 : frame.asked();
        }

        /** How long the call took, in nanoseconds; empty if there was none. */
        public OptionalLong callNanos() {
            return call().map(made -> OptionalLong.of(made.endedNanos() - made.begunNanos()))
                    .orElse(OptionalLong.empty());
        }
    }

    /**
     * When a request was asked: two answers of one gateway with the same are from one call.
     *
     * @param begunNanos when the call began: wall clock, nanoseconds since 1970
     * @param endedNanos when it ended, likewise
     */
    public record Call(long begunNanos, long endedNanos) {}

    /** The request that a scan is at, with the result that another is at, if it is given. */
    public static Exchange of(Lane lane, RecordedRequests request, Optional<RecordedResults> result) {
        return new Exchange(
                lane.inputPosition(request.index()),
                request.unreadable().isEmpty() ? Optional.of(request.frame()) : Optional.empty(),
                request.unreadable(),
                request.writtenNanos(),
                result.map(answer -> new Answer(
                        lane.outputPosition(answer.index()),
                        answer.frame(),
                        answer.requestReadNanos(),
                        answer.writtenNanos())));
    }

    /** The name of what is asked for; empty if the request cannot be read. */
    public String name() {
        return request.map(RequestFrame::name).orElse("");
    }

    /** The first argument as text; empty if there is none. */
    public String key() {
        return request.map(asked -> asked.arguments().values())
                .filter(values -> !values.isEmpty())
                .map(values -> String.valueOf(values.get(0)))
                .orElse("");
    }

    /** The parts of the result, if there is one. */
    public Optional<ResultParts> parts() {
        return answer.map(its -> ResultParts.of(its.frame()));
    }

    /** The outcome of the request: a word of {@link ResultParts}. */
    public String outcome() {
        return parts().map(ResultParts::kind).orElse(ResultParts.WAITING);
    }

    /** Why the request failed, if it did. */
    public Optional<Failure> failure() {
        return parts().flatMap(ResultParts::failure);
    }
}
