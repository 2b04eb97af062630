package dev.sluice.replay.prove;

import dev.sluice.api.QueueException;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.queue.scan.RequestScan;
import dev.sluice.internal.queue.scan.ResultScan;
import dev.sluice.internal.queue.scan.Scan;
import dev.sluice.service.update.KeptCheckpoint.Kept;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Reading queues of which part may be damaged: what is wrong with them is said by the verifier, and passed over here. */
final class Scans {

    private Scans() {}

    /** Takes the request of an outcome. */
    interface Receiver {

        /** @param request at its document; empty if there is none at that index */
        void at(Kept outcome, Optional<RequestScan> request);
    }

    /** Goes to the next document that can be read as what it should be; false if there is none now. */
    static boolean next(Scan<?> scan) {
        while (true) {
            try {
                while (scan.next()) {
                    if (scan.unreadable().isEmpty()) {
                        return true;
                    }
                }
                return false;
            } catch (final QueueException e) {
                if (!scan.skipFile()) {
                    return false;
                }
            }
        }
    }

    /** The results from the first on that answers that request or a later one. */
    static ResultScan results(QueuePair pair, long ofRequest) {
        try {
            return pair.scanResults(ofRequest);
        } catch (final QueueException e) {
            return pair.scanResults(); // the search met a damaged file
        }
    }

    /** Looks up the requests of outcomes. */
    static void requests(QueuePair pair, List<Kept> inOrder, Receiver receiver) {
        if (inOrder.isEmpty()) {
            return;
        }
        final OptionalLong first = pair.firstRequestFrom(inOrder.get(0).index());
        if (first.isEmpty()) {
            inOrder.forEach(outcome -> receiver.at(outcome, Optional.empty()));
            return;
        }
        try (RequestScan scan = pair.scanRequests(first.getAsLong())) {
            boolean there = next(scan);
            for (final Kept outcome : inOrder) {
                while (there && scan.index() < outcome.index()) {
                    there = next(scan);
                }
                receiver.at(outcome, there && scan.index() == outcome.index() ? Optional.of(scan) : Optional.empty());
            }
        }
    }
}
