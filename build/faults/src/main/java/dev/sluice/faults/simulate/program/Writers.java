package dev.sluice.faults.simulate.program;

import dev.sluice.faults.simulate.program.Request.Refusal;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.WireFormatException;
import dev.sluice.transport.WriterSequences;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The writers of a lane. Each writer numbers its requests. A faulty writer leaves out numbers, which must affect only its own
 * requests.
 */
public final class Writers {

    private static final int WRITERS = 3;

    private Writers() {}

    /**
     * Draws the writer of each request of a program. A request is refused only if earlier requests of the same writer are
     * missing. In a program with an unreadable request no number is left out, because that request may be of any writer.
     */
    public static Program of(Choices choices, Program program) {
        final boolean holes = choices.oneIn(2)
                && program.requests().stream().noneMatch(request -> request.refusal() == Refusal.UNDECODABLE);
        final long[] numbers = new long[WRITERS];
        final WriterSequences sequences = new WriterSequences(true);
        final List<Request> requests = new ArrayList<>();
        for (final Request request : program.requests()) {
            final int writer = choices.below(WRITERS);
            numbers[writer] += 1 + (holes && choices.oneIn(12) ? choices.between(1, 3) : 0);
            requests.add(of(request, writer, numbers[writer], sequences));
        }
        return new Program(program.backends(), program.statements(), requests);
    }

    private static Request of(Request request, int writer, long number, WriterSequences sequences) {
        final RequestFrame frame = request.frame();
        final RequestFrame numbered =
                new RequestFrame(frame.kind(), 1L + writer, number, frame.headers(), frame.name(), frame.arguments());
        if (!takeNumber(sequences, request.refusal(), numbered)) {
            return new Request(Optional.empty(), 0, Refusal.MISNUMBERED, numbered);
        }
        return request.refusal() == Refusal.UNDECODABLE
                ? request
                : new Request(request.statement(), request.argument(), request.refusal(), numbered);
    }

    /** Checks a request's number like a reader, and returns whether it is the next one of its writer. */
    public static boolean takeNumber(WriterSequences sequences, Refusal refusal, RequestFrame frame) {
        if (refusal == Refusal.UNDECODABLE) {
            sequences.unreadable();
            return true;
        }
        try {
            sequences.check(frame);
        } catch (final WireFormatException e) {
            sequences.passOver(frame);
            return false;
        }
        sequences.next(frame);
        return true;
    }
}
