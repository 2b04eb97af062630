package dev.sluice.service.exchange;

import dev.sluice.api.Failure;
import dev.sluice.api.Position;
import dev.sluice.internal.text.SafeText;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.transport.Lane;
import dev.sluice.transport.RecordedRequests;
import dev.sluice.transport.RecordedResults;
import java.util.Optional;
import java.util.Set;

/**
 * A request and, if there is one, its result.
 *
 * @param position the position of the request in the input
 * @param request the request; empty if the document at this position cannot be read as a request
 * @param unreadable why the document cannot be read; empty if it can be read
 * @param writtenNanos when the request was written: wall clock, nanoseconds since 1970; 0 if the document has no time
 * @param answer the result of the request; empty if there is none
 */
public record Exchange(
        Position position,
        Optional<RequestFrame> request,
        String unreadable,
        long writtenNanos,
        Optional<Answer> answer) {

    /** Which part of an exchange is printed. */
    public enum Side {
        /** The request, whether it has a result or not. */
        requests,
        /** The result; an exchange without a result is left out. */
        results,
        /** The request, and its result if there is one. */
        both;

        /** Returns whether the exchange has this part. */
        public boolean takes(Exchange exchange) {
            return this != results || exchange.answer().isPresent();
        }
    }

    /**
     * A result.
     *
     * @param position the position of the result in the output
     * @param readNanos when the gateway read the request: wall clock, nanoseconds since 1970; 0 if the result has no such time
     * @param writtenNanos when the result was written, in the same form
     */
    public record Answer(Position position, ResultFrame frame, long readNanos, long writtenNanos) {

        /** Returns the call that answered the request; empty if it was answered without a call, for example from a cache. */
        public Optional<Call> call() {
            return frame.begunNanos() == 0
                    ? Optional.empty()
                    : Optional.of(new Call(frame.begunNanos(), frame.endedNanos()));
        }

        /**
         * Returns how often the request was sent to its backend. The frame leaves the number out if the request was sent once.
         */
        public int asked() {
            return frame.asked() == 0 && call().isPresent() ? 1 : frame.asked();
        }
    }

    /**
     * The times of a call. They identify it: if two results of one gateway have the same times, one call answered both requests.
     *
     * @param begunNanos when the call began: wall clock, nanoseconds since 1970
     * @param endedNanos when the call ended, in the same form
     */
    public record Call(long begunNanos, long endedNanos) {}

    /** Combines the current request of a scan with the current result of another scan, if there is one. */
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

    /** Returns the name of the request's operation; empty if the request cannot be read. */
    public String name() {
        return request.map(RequestFrame::name).orElse("");
    }

    /** Whether the text of an argument is one of these. */
    public boolean hasArgument(Set<String> texts) {
        return request.stream()
                .flatMap(asked -> asked.arguments().values().stream())
                .map(String::valueOf)
                .anyMatch(texts::contains);
    }

    /** Returns the parts of the result; empty if there is no result. */
    public Optional<ResultParts> parts() {
        return answer.map(its -> ResultParts.of(its.frame()));
    }

    /** Returns the outcome of the request in one word, as in {@link ResultParts}. */
    public String outcome() {
        return parts().map(ResultParts::kind).orElse(ResultParts.WAITING);
    }

    /** Returns why the request failed; empty if it did not fail. */
    public Optional<Failure> failure() {
        return parts().flatMap(ResultParts::failure);
    }

    /** Returns a part of this exchange on one line for people, without a line end. */
    public String line(Side side) {
        final String result = parts().map(ResultParts::text).orElse(ResultParts.WAITING);
        final String asked = request.map(its -> its.kind().event() + " '" + its.name() + "' " + its.arguments())
                .orElse("cannot be read: " + unreadable);
        return SafeText.of(position + " "
                + switch (side) {
                    case requests -> asked;
                    case results -> "'" + answer.orElseThrow().frame().request().name() + "' " + result;
                    case both -> asked + " -> " + result;
                });
    }
}
