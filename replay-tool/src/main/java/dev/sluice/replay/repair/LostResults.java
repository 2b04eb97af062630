package dev.sluice.replay.repair;

import dev.sluice.api.RequestRef;
import dev.sluice.replay.repair.salvage.LostDocuments;
import dev.sluice.replay.repair.salvage.SalvagedDocument;
import java.util.Optional;

/**
 * Results that follow each other and are lost, and the requests that they answered: as many stand between those that the
 * results before and behind answer. One thread.
 *
 * @param first how many results come before the first of them
 * @param count how many they are
 * @param firstNumber the running number of the first
 * @param firstRequest how many requests come before the one that the first answered
 */
record LostResults(long first, long count, long firstNumber, long firstRequest) {

    /** Makes results that take their places, one after another. */
    static final class Maker implements AutoCloseable {

        private final Layout requests;
        private Layout.Walk walk;
        private long next = -1;

        Maker(Layout requests) {
            this.requests = requests;
        }

        byte[] make(LostResults lost, long result) {
            final long request = lost.firstRequest + result - lost.first;
            if (request != next) {
                close();
                walk = requests.walk(request);
            }
            if (!walk.next()) {
                throw new IllegalStateException("no request " + request);
            }
            next = request + 1;
            final Optional<SalvagedDocument> asked = walk.document().filter(document -> !document.lost());
            return LostDocuments.result(
                    lost.firstNumber + result - lost.first,
                    asked.map(document -> new RequestRef(
                                    walk.index(), document.writer(), document.sequence(), document.name()))
                            .orElseGet(() -> new RequestRef(walk.index(), 0, 0, "")),
                    asked.map(SalvagedDocument::writtenNanos).orElse(0L));
        }

        @Override
        public void close() {
            if (walk != null) {
                walk.close();
            }
        }
    }
}
