package dev.sluice.replay.exchange;

import dev.sluice.queue.Position;
import dev.sluice.wire.RequestFrame;
import dev.sluice.wire.ResultFrame;
import java.util.Optional;

/**
 * A request and, if there is one, its result.
 *
 * @param position where the request stands in the input
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

    /**
     * A result.
     *
     * @param position where it stands in the output
     * @param readNanos when the gateway read its request: wall clock, nanoseconds since 1970; 0 if it does not say
     * @param writtenNanos when it was written, likewise
     */
    public record Answer(Position position, ResultFrame frame, long readNanos, long writtenNanos) {}

    /** What is asked for; empty if the request cannot be read. */
    public String name() {
        return request.map(RequestFrame::name).orElse("");
    }
}
