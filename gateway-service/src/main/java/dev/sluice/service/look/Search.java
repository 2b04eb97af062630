package dev.sluice.service.look;

import dev.sluice.api.Position;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.service.exchange.Exchange;
import dev.sluice.service.exchange.Exchanges;
import dev.sluice.service.exchange.Lineage;
import dev.sluice.service.pending.Decisions;
import dev.sluice.service.pending.Unwell;
import dev.sluice.transport.Lane;
import dev.sluice.transport.LastAnswered;
import dev.sluice.transport.RecordedResults;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Finds the life of a request by binary search, which takes some milliseconds in queues of any size. The search by time is
 * possible because results are written in the order of their requests: along the output, the times at which requests were read
 * and results were written never decrease.
 */
public record Search(Lane pair) {

    /** The maximum number of results to scan for the requests of a call. These requests lie within one window of a few chunks. */
    private static final int MOST = 200_000;

    /** How far the clock for reading and writing times may differ from the clock for the times of calls. */
    private static final long CLOCKS_APART_NANOS = 20_000_000;

    /**
     * Returns the life of the request at this index; empty if there is no request.
     *
     * @throws dev.sluice.api.QueueException if a queue cannot be read at this index
     */
    public Optional<Life> life(long index) {
        final Optional<LastAnswered> last =
                pair.lastAnswered(); // read first, so that a result that is written meanwhile does not count as lost
        try (Exchanges exchanges = Exchanges.open(pair, OptionalLong.of(index))) {
            return exchanges
                    .next()
                    .filter(its -> its.position().equals(pair.inputPosition(index)))
                    .map(its -> life(index, its, exchanges, last));
        }
    }

    private Life life(long index, Exchange exchange, Exchanges exchanges, Optional<LastAnswered> last) {
        final Optional<Exchange.Answer> answer = exchange.answer();
        return new Life(
                exchange,
                exchanges.requestBytes(),
                answer.isPresent() ? exchanges.resultBytes() : 0,
                answer.filter(its -> its.readNanos() != 0).flatMap(its -> readAt(its.readNanos(), index)),
                answer.flatMap(Exchange.Answer::call).map(call -> in(call, index)),
                answer.isPresent() ? Optional.empty() : waiting(index, exchange, last),
                exchange.request().flatMap(this::redriveOf));
    }

    private Optional<Position> redriveOf(RequestFrame request) {
        final OptionalLong original = Lineage.index(pair, request, RequestFrame.REDRIVE_OF);
        return original.isEmpty() ? Optional.empty() : Optional.of(pair.inputPosition(original.getAsLong()));
    }

    private Optional<Life.Waiting> waiting(long index, Exchange exchange, Optional<LastAnswered> last) {
        if (last.isPresent() && last.get().requestIndex() >= index) {
            return Optional.empty();
        }
        final long behind = last.map(answered -> answered.requestIndex() + 1).orElse(0L);
        final long first = pair.firstRequestFrom(behind).orElse(index);
        return Optional.of(new Life.Waiting(
                pair.requestsBetween(first, index),
                first == index ? exchange : at(first).orElse(exchange),
                exchange.request().flatMap(request -> Decisions.kept(pair).of(index, request)),
                Unwell.kept(pair, pair.gateway())));
    }

    private Optional<Exchange> at(long index) {
        try (Exchanges exchanges = Exchanges.open(pair, OptionalLong.of(index))) {
            return exchanges.next();
        }
    }

    /** Returns the requests that were read in one go with the given request; empty if the times contradict each other. */
    private Optional<Life.Together> readAt(long readNanos, long index) {
        final OptionalLong first = pair.firstReadSince(readNanos);
        final OptionalLong next = pair.firstReadSince(readNanos + 1);
        final long behind = next.orElseGet(
                () -> pair.lastAnswered().map(LastAnswered::requestIndex).orElse(index) + 1);
        if (first.isEmpty() || first.getAsLong() > index || behind <= index) {
            return Optional.empty(); // somebody has set the clock back
        }
        final long count = pair.requestsBetween(first.getAsLong(), behind);
        final boolean rolled = pair.inputPosition(behind).sequence() == 0; // the request before is in an earlier file
        return Optional.of(
                together(count, first.getAsLong(), rolled ? first.getAsLong() + count - 1 : behind - 1, true));
    }

    /**
     * Returns the requests that one call answered. Only results that were written after the call ended are searched, up to the
     * first one whose request was read after the call began.
     */
    private Life.Together in(Exchange.Call call, long index) {
        long count = 0;
        long first = index;
        long last = index;
        long looked = 0;
        boolean behind = false;
        try (RecordedResults scan = pair.scanResultsSince(call.endedNanos() - CLOCKS_APART_NANOS)) {
            while (!behind && looked < MOST && scan.next()) {
                looked++;
                if (isOf(call, scan)) {
                    first = count == 0 ? scan.historyIndex() : first;
                    last = scan.historyIndex();
                    count++;
                }
                behind = scan.requestReadNanos() > call.begunNanos() && scan.historyIndex() > index;
            }
        }
        return count == 0 ? together(1, index, index, false) : together(count, first, last, looked < MOST);
    }

    private static boolean isOf(Exchange.Call call, RecordedResults scan) {
        return scan.unreadable().isEmpty()
                && scan.frame().begunNanos() == call.begunNanos()
                && scan.frame().endedNanos() == call.endedNanos();
    }

    private Life.Together together(long count, long first, long last, boolean all) {
        return new Life.Together(count, pair.inputPosition(first), pair.inputPosition(last), all);
    }
}
