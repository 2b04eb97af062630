package dev.sluice.replay.prove;

import dev.sluice.api.QueueException;
import dev.sluice.service.update.CheckpointTable;
import dev.sluice.service.update.CheckpointTable.Kept;
import dev.sluice.transport.Lane;
import dev.sluice.transport.LastAnswered;
import dev.sluice.transport.RecordedRequests;
import dev.sluice.transport.RecordedResults;
import dev.sluice.transport.Scan;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Reads queues and skips damaged parts, which the verifier reports. */
final class Scans {

    private Scans() {}

    /**
     * Goes to the next document. Skips files that cannot be read, and reports each of them to {@code damaged}. Returns false if
     * there is no further document yet.
     */
    static boolean step(Scan<?> scan, Consumer<QueueException> damaged) {
        do {
            try {
                return scan.next();
            } catch (final QueueException e) {
                damaged.accept(e);
            }
        } while (scan.skipFile());
        return false;
    }

    /** Goes to the next document that is a readable request or result; returns false if there is none yet. */
    static boolean next(Scan<?> scan) {
        boolean there = step(scan, damaged -> {});
        while (there && !scan.unreadable().isEmpty()) {
            there = step(scan, damaged -> {});
        }
        return there;
    }

    /**
     * Returns the last answered request, or {@code otherwise} if the output's end is damaged; the verifier reports the damage.
     */
    static long answered(Lane pair, long otherwise) {
        try {
            return pair.lastAnswered().map(LastAnswered::requestIndex).orElse(CheckpointTable.NONE);
        } catch (final QueueException e) {
            return otherwise;
        }
    }

    /** Returns the results, beginning with the first one that answers the given request or a later one. */
    static RecordedResults results(Lane pair, long ofRequest) {
        try {
            return pair.scanResults(ofRequest);
        } catch (final QueueException e) {
            return pair.scanResults(); // the search met a damaged file
        }
    }

    /**
     * Looks up the requests of outcomes. Calls the receiver for each outcome. The receiver gets the scan, positioned at the
     * outcome's request, or an empty value if the outcome's index has no request.
     */
    static void requests(Lane pair, List<Kept> inOrder, BiConsumer<Kept, Optional<RecordedRequests>> receiver) {
        if (inOrder.isEmpty()) {
            return;
        }
        final OptionalLong first = pair.firstRequestFrom(inOrder.get(0).index());
        if (first.isEmpty()) {
            inOrder.forEach(outcome -> receiver.accept(outcome, Optional.empty()));
            return;
        }
        try (RecordedRequests scan = pair.scanRequests(first.getAsLong())) {
            boolean there = next(scan);
            for (final Kept outcome : inOrder) {
                while (there && scan.index() < outcome.index()) {
                    there = next(scan);
                }
                receiver.accept(
                        outcome, there && scan.index() == outcome.index() ? Optional.of(scan) : Optional.empty());
            }
        }
    }
}
