package dev.sluice.replay.look;

import dev.sluice.api.Position;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.queue.ResultLog.LastAnswered;
import dev.sluice.internal.queue.scan.DocumentScan.RequestScan;
import dev.sluice.internal.queue.scan.DocumentScan.ResultScan;
import dev.sluice.internal.queue.state.GatewayLock;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.replay.exchange.Exchange;
import dev.sluice.replay.exchange.Exchanges;
import dev.sluice.replay.exchange.Lineage;
import dev.sluice.service.pending.Decisions;
import dev.sluice.service.pending.Unwell;
import java.util.Optional;
import java.util.OptionalLong;

/** Finds out what is known of a request. By search: some milliseconds, whatever the size of the queues. */
public record Search(QueuePair pair) {

    /**
     * The life of the request at that index; empty if there is none.
     *
     * @throws dev.sluice.api.QueueException if a queue cannot be read there
     */
    public Optional<Life> life(long index) {
        if (!pair.firstRequestFrom(index).equals(OptionalLong.of(index))) {
            return Optional.empty();
        }
        final Optional<LastAnswered> last =
                pair.lastAnswered(); // looked at first: a result that comes now is no lost one
        try (Exchanges exchanges = Exchanges.open(pair, OptionalLong.of(index))) {
            final Optional<Exchange> found = exchanges.next();
            if (found.isEmpty() || !found.get().position().equals(pair.inputPosition(index))) {
                return Optional.empty();
            }
            final Exchange exchange = found.get();
            final Neighbours neighbours = new Neighbours(pair, index);
            final Optional<Exchange.Answer> answer = exchange.answer();
            return Optional.of(new Life(
                    exchange,
                    requestBytes(index),
                    answer.isPresent() ? resultBytes(index) : 0,
                    answer.filter(its -> its.readNanos() != 0).flatMap(its -> neighbours.readAt(its.readNanos())),
                    answer.flatMap(Exchange.Answer::call)
                            .filter(Exchange.Call::isMade)
                            .map(neighbours::in),
                    answer.isPresent() ? Optional.empty() : waiting(index, exchange, last),
                    exchange.request().flatMap(this::redriveOf)));
        }
    }

    private int requestBytes(long index) {
        try (RequestScan scan = pair.scanRequests(index)) {
            return scan.next() ? scan.frameBytes() : 0;
        }
    }

    private int resultBytes(long index) {
        try (ResultScan scan = pair.scanResults(index)) {
            return scan.next() ? scan.frameBytes() : 0;
        }
    }

    private Optional<Position> redriveOf(RequestFrame request) {
        final OptionalLong original = Lineage.index(pair, request, Lineage.REDRIVE_OF);
        return original.isEmpty() ? Optional.empty() : Optional.of(pair.inputPosition(original.getAsLong()));
    }

    private Optional<Life.Waiting> waiting(long index, Exchange exchange, Optional<LastAnswered> last) {
        if (last.isPresent() && last.get().requestIndex() >= index) {
            return Optional.empty();
        }
        final long behind = last.map(answered -> answered.requestIndex() + 1).orElse(0L);
        final long first = pair.firstRequestFrom(behind).orElse(index);
        return Optional.of(new Life.Waiting(
                pair.input().between(first, index),
                first == index ? exchange : at(first).orElse(exchange),
                exchange.request().flatMap(request -> Decisions.kept(pair).of(index, request)),
                Unwell.kept(pair, GatewayLock.look(pair.path()))));
    }

    private Optional<Exchange> at(long index) {
        try (Exchanges exchanges = Exchanges.open(pair, OptionalLong.of(index))) {
            return exchanges.next();
        }
    }
}
