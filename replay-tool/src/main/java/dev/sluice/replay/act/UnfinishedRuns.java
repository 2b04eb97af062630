package dev.sluice.replay.act;

import dev.sluice.client.job.OpenRun;
import dev.sluice.internal.wire.RequestFrame;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The runs of jobs that have not ended. What such a run has not handled yet it asks again itself when it is continued: written
 * again here, an update would happen twice.
 */
final class UnfinishedRuns {

    private final Map<String, Long> handled = new HashMap<>();

    private UnfinishedRuns(List<OpenRun> runs) {
        runs.forEach(run -> handled.put(run.name(), run.handled()));
    }

    /** Those of the queues in that directory, as they are now. */
    static UnfinishedRuns of(Path queues) {
        return new UnfinishedRuns(OpenRun.list(queues));
    }

    /** Whether one of them will see to that request itself. */
    boolean own(RequestFrame request) {
        if (handled.isEmpty()) {
            return false;
        }
        final Map<String, String> headers = request.headers();
        final Long last = handled.get(headers.get(RequestFrame.JOB) + "@" + headers.get(RequestFrame.RUN));
        if (last == null) {
            return false;
        }
        try {
            return Long.parseLong(headers.getOrDefault(RequestFrame.ITEM_NUMBER, "")) > last;
        } catch (final NumberFormatException e) {
            return false; // the run does not take it for its own either
        }
    }
}
