package dev.sluice.replay.prove;

import dev.sluice.api.QueueException;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.queue.document.LastAnswered;
import dev.sluice.service.update.CheckpointTable;

/**
 * Where the queues begin and end, as indexes of the input.
 *
 * @param answeredBefore the request answered last before the databases were looked at
 * @param lastAnswered the same behind that; none is later if the output's end cannot be read
 * @param firstRequest the first there is behind that
 * @param lastRequest the last one
 */
record Ends(long answeredBefore, long lastAnswered, long firstRequest, long lastRequest) {

    /** Looks at the queues as they are now. */
    static Ends now(QueuePair pair, long answeredBefore) {
        return new Ends(
                answeredBefore,
                answered(pair, Long.MAX_VALUE),
                pair.firstRequestFrom(0).orElse(CheckpointTable.NONE),
                pair.lastRequest().orElse(CheckpointTable.NONE));
    }

    /** The request answered last, or that if the output's end is damaged, which is for the verifier to say. */
    static long answered(QueuePair pair, long otherwise) {
        try {
            return pair.lastAnswered().map(LastAnswered::requestIndex).orElse(CheckpointTable.NONE);
        } catch (final QueueException e) {
            return otherwise;
        }
    }
}
