package dev.sluice.faults.corruption;

import dev.sluice.api.QueueOptions;
import dev.sluice.api.RequestKind;
import dev.sluice.api.Results;
import dev.sluice.internal.queue.InputWriter;
import dev.sluice.internal.queue.OutputReader;
import dev.sluice.internal.queue.QueuePair;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.awaitility.Awaitility;

/** Queue pairs as they were written: one file or several, little or much of it answered. */
enum Original {
    /** One file each; the requests take several pages of the index. */
    ONE_FILE("FAST_DAILY", 1, 1_400, 800),
    /** Nothing is answered, and there is no output file. */
    UNANSWERED("FAST_DAILY", 1, 300, 0),
    /** Everything is answered. */
    ANSWERED("FAST_DAILY", 1, 300, 300),
    /** Several files; the last answered request is in an older one. */
    FILES("TEST_SECONDLY", 4, 400, 150),
    /** Several files, and the output reaches the last. */
    FILES_ANSWERED("TEST_SECONDLY", 3, 300, 250);

    /** Small blocks: small files. */
    static final QueueOptions OPTIONS =
            QueueOptions.DEFAULTS.withRequestLimit(8192).withBlockSize(1 << 20).withDiskReserve(0);

    static final String NAMED = "letters";

    private final String rollCycle;
    private final int files;
    private final int requests;
    private final int answered;

    Original(String rollCycle, int files, int requests, int answered) {
        this.rollCycle = rollCycle;
        this.files = files;
        this.requests = requests;
        this.answered = answered;
    }

    int answered() {
        return answered;
    }

    /** Writes it to that directory. */
    void write(Path directory, Random random) {
        try (QueuePair queues = QueuePair.open(directory, OPTIONS.withRollCycle(rollCycle));
                InputWriter named = queues.newWriter(NAMED);
                InputWriter second = queues.newWriter();
                InputWriter brief = queues.newWriter();
                OutputReader reader = queues.results(NAMED)) {
            final List<InputWriter> writers = List.of(named, named, second);
            final int share = requests / files;
            for (int file = 0; file < files; file++) {
                for (int i = 0; i < share; i++) {
                    final int number = file * share + i;
                    // One writer of few requests, who is not heard of again.
                    final InputWriter writer =
                            number / 3 == requests / 7 ? brief : writers.get(random.nextInt(writers.size()));
                    writer.append(
                            RequestKind.LOOKUP,
                            Map.of(),
                            "echo",
                            (long) number,
                            "x".repeat(random.nextInt(20) == 0 ? random.nextInt(4_000) : random.nextInt(60)));
                }
                Drain.answer(queues, Math.min(share, answered - file * share));
                if (file + 1 < files) {
                    awaitNextSecond();
                }
            }
            reader.poll(Results.ignored(), answered / 2);
        }
    }

    /** Until the next message goes to another file. */
    private static void awaitNextSecond() {
        final long second = System.currentTimeMillis() / 1000;
        Awaitility.await().pollInSameThread().until(() -> System.currentTimeMillis() / 1000 > second);
    }
}
