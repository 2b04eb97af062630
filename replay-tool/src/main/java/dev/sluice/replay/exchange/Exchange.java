package dev.sluice.replay.exchange;

import dev.sluice.api.Failure;
import dev.sluice.api.Position;
import dev.sluice.internal.queue.scan.Recording;
import dev.sluice.internal.queue.scan.Recording.RecordedRequests;
import dev.sluice.internal.queue.scan.Recording.RecordedResults;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.ResultFrame;
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
     * @param call the call that answered it; empty if an older gateway wrote it, which did not say
     */
    public record Answer(Position position, ResultFrame frame, long readNanos, long writtenNanos, Optional<Call> call) {

        /** How often the request was asked; once is not written down. 0 if never, or if it does not say. */
        public int asked() {
            return frame.asked() == 0 && call.filter(Call::isMade).isPresent() ? 1 : frame.asked();
        }

        /** How long the call took, in nanoseconds; empty if there was none, or it does not say. */
        public OptionalLong callNanos() {
            return call.filter(Call::isMade)
                    .map(its -> OptionalLong.of(its.endedNanos() - its.begunNanos()))
                    .orElse(OptionalLong.empty());
        }
    }

    /**
     * When a request was asked: two answers of one gateway with the same are from one call.
     *
     * @param begunNanos when the call began: wall clock, nanoseconds since 1970; 0 if the answer came without one
     * @param endedNanos when it ended, likewise
     */
    public record Call(long begunNanos, long endedNanos) {

        /** Whether there was one: a cache, for example, answers without. */
        public boolean isMade() {
            return begunNanos != 0;
        }
    }

    /** The request that a scan is at, with the result that another is at, if it is given. */
    public static Exchange of(Recording source, RecordedRequests request, Optional<RecordedResults> result) {
        return new Exchange(
                source.inputPosition(request.index()),
                request.unreadable().isEmpty() ? Optional.of(request.frame()) : Optional.empty(),
                request.unreadable(),
                request.writtenNanos(),
                result.map(answer -> new Answer(
                        source.outputPosition(answer.index()),
                        answer.frame(),
                        answer.requestReadNanos(),
                        answer.writtenNanos(),
                        answer.saysCall()
                                ? Optional.of(new Call(answer.callBegunNanos(), answer.callEndedNanos()))
                                : Optional.empty())));
    }

    /** The name of what is asked for; empty if the request cannot be read. */
    public String name() {
        return request.map(RequestFrame::name).orElse("");
    }

    /** The first argument as text; empty if there is none. */
    String key() {
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
