package dev.sluice.replay.mishap;

import dev.sluice.api.RequestKind;
import dev.sluice.internal.queue.InputWriter;
import dev.sluice.internal.queue.RolledPair;
import dev.sluice.replay.AnsweredQueues;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A pair of queues as it grew, file after file.
 *
 * @param states with one file more on each side each time; the last one is as it is now
 */
record History(List<Snapshot> states) {

    private static final int FILES = 5;

    /**
     * Writes it.
     *
     * @param lag how many requests wait at most at the end of each file
     */
    static History write(Path directory, Instant first, int lag, Random random) throws IOException {
        final List<Snapshot> states = new ArrayList<>();
        try (RolledPair pair = new RolledPair(directory, first);
                InputWriter named = pair.queues().newWriter("letters")) {
            for (int file = 0; file < FILES; file++) {
                try (InputWriter brief = pair.queues().newWriter()) {
                    final int requests = 20 + random.nextInt(40);
                    for (int i = 0; i < requests; i++) {
                        final RequestKind kind = RequestKind.values()[random.nextInt(RequestKind.values().length)];
                        (random.nextInt(4) == 0 ? brief : named).append(kind, Map.of(), kind.event() + "-it", i, "a");
                    }
                    AnsweredQueues.answer(
                            pair.queues(),
                            Math.max(1, requests - random.nextInt(lag + 1)),
                            AnsweredQueues.Results::truth);
                }
                states.add(Snapshot.of(directory));
                pair.roll();
            }
        }
        return new History(states);
    }

    public Snapshot last() {
        return states.get(states.size() - 1);
    }
}
