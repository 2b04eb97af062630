package dev.sluice.replay.again;

import dev.sluice.api.Position;
import dev.sluice.internal.queue.scan.Recording;
import dev.sluice.replay.exchange.Exchange;
import dev.sluice.replay.exchange.Exchanges;
import dev.sluice.replay.exchange.Lineage;
import dev.sluice.replay.exchange.Selection;
import java.util.Optional;
import java.util.OptionalLong;

/** The requests of one side in their order, each with the position of its original. One thread. */
final class Keyed implements AutoCloseable {

    private final Exchanges exchanges;
    private final boolean replayed;
    private Optional<Exchange> exchange = Optional.empty();
    private Optional<Position> key = Optional.empty();

    /** @param replayed whether originals are named by headers; otherwise they are these requests themselves */
    Keyed(Recording recording, OptionalLong from, boolean replayed) {
        this.exchanges = Exchanges.open(recording, from);
        this.replayed = replayed;
    }

    /** Goes on to the next one that has an original after the one before; false if there is none. */
    boolean next() {
        final Optional<Position> before = key;
        do {
            exchange = exchanges.next();
            key = exchange.flatMap(this::original);
        } while (exchange.isPresent() && (key.isEmpty() || !isBehind(before)));
        return exchange.isPresent();
    }

    /** What was redriven there names its original again; the first result counts. */
    private boolean isBehind(Optional<Position> before) {
        return before.isEmpty() || Selection.ORDER.compare(key.orElseThrow(), before.get()) > 0;
    }

    private Optional<Position> original(Exchange next) {
        if (!replayed) {
            return Optional.of(next.position());
        }
        try {
            return next.request()
                    .map(request -> request.headers().get(Lineage.REPLAY_OF))
                    .map(Position::parse);
        } catch (final IllegalArgumentException e) {
            return Optional.empty(); // somebody else's header
        }
    }

    Exchange exchange() {
        return exchange.orElseThrow();
    }

    Position key() {
        return key.orElseThrow();
    }

    @Override
    public void close() {
        exchanges.close();
    }
}
