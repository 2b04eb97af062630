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

/** The queues of a round: a file for each second, in small blocks, so that many files are made and begun. */
public final class Queues {

    public static final String ROLL_CYCLE = TestRollCycles.TEST_SECONDLY.name();
    /** The name under which requests are written, and results read. */
    public static final String NAME = "crash";

    private static final QueueOptions OPTIONS = QueueOptions.DEFAULTS
            .withRollCycle(ROLL_CYCLE)
            .withRequestLimit(64 << 10)
            .withBlockSize(1 << 20);

    private Queues() {}

    /** The lanes of new queues. */
    public static List<Lane> open(Path path, int lanes) {
        return LaneDirectories.openOrCreate(path, OPTIONS.withLanes(lanes)).stream()
                .map(Queues::open)
                .toList();
    }

    public static Lane open(Path path) {
        return QueuePair.open(path, OPTIONS);
    }

    /** The input without what makes it Sluice's: to write what is no request. */
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
