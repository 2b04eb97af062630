package dev.sluice.faults.kill;

import dev.sluice.api.QueueOptions;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.queue.document.Documents;
import dev.sluice.internal.queue.document.LaneDirectories;
import dev.sluice.transport.Lane;
import java.nio.file.Path;
import java.util.List;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.queue.rollcycles.TestRollCycles;

/**
 * The queues of one round of the crash test. Each second they start a new file, and their blocks are small, so that a kill often
 * hits the creation or the first use of a file.
 */
public final class Queues {

    public static final String ROLL_CYCLE = TestRollCycles.TEST_SECONDLY.name();
    /** The name of the writer and of the reader. */
    public static final String NAME = "crash";

    private static final QueueOptions OPTIONS = QueueOptions.DEFAULTS
            .withRollCycle(ROLL_CYCLE)
            .withRequestLimit(64 << 10)
            .withBlockSize(1 << 20);

    private Queues() {}

    /** Opens the lanes of queues, and creates the queues if they do not exist. */
    public static List<Lane> open(Path path, int lanes) {
        return LaneDirectories.openOrCreate(path, OPTIONS.withLanes(lanes)).stream()
                .map(Queues::open)
                .toList();
    }

    public static Lane open(Path path) {
        return QueuePair.open(path, OPTIONS);
    }

    /** Opens the input with Chronicle alone, for writing documents that are not requests. */
    public static ChronicleQueue openRawInput(Path path) {
        return SingleChronicleQueueBuilder.binary(input(path))
                .rollCycle(TestRollCycles.TEST_SECONDLY)
                .blockSize(OPTIONS.blockSize())
                .sourceId(Documents.INPUT)
                .build();
    }

    public static Path input(Path path) {
        return path.resolve("in");
    }

    public static Path output(Path path) {
        return path.resolve("out");
    }
}
