package dev.sluice.replay.prove;

import java.util.HashMap;
import java.util.Map;

/** The running number of each writer's last request. One thread. */
final class Writers {

    private static final class Last {
        private long sequence;
    }

    private final Map<Long, Last> writers = new HashMap<>();
    private Last last = new Last();
    private long lastWriter;

    /** Others may have come between: nothing is known of any. */
    void forget() {
        writers.clear();
    }

    /** The number of the writer's last request, 0 if there was none; its last one is now that one. */
    long next(long writer, long sequence) {
        if (writer != lastWriter || writers.isEmpty()) {
            last = writers.computeIfAbsent(writer, key -> new Last());
            lastWriter = writer;
        }
        final long before = last.sequence;
        last.sequence = Math.max(before, sequence);
        return before;
    }
}
