package dev.sluice.internal.queue;

import dev.sluice.api.QueueOptions;
import dev.sluice.internal.queue.files.RollCycleName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import net.openhft.chronicle.core.time.SetTimeProvider;

/** A queue pair whose files roll when the test says so. */
public final class RolledPair implements AutoCloseable {

    private static final QueueOptions OPTIONS =
            QueueOptions.DEFAULTS.withDiskReserve(0).withRequestLimit(4096).withBlockSize(1 << 20);
    private static final String SECONDLY = "TEST_SECONDLY";

    private final Path directory;
    private final SetTimeProvider clock;
    private final long rollMillis;
    private final QueuePair queues;

    /** Ahead: whoever opens the pair by the system's clock goes on in the newest file. */
    public RolledPair(Path directory) {
        this(directory, Instant.now().plusSeconds(3600));
    }

    /** With the time of the first file. */
    public RolledPair(Path directory, Instant first) {
        this(directory, first, SECONDLY);
    }

    /** With files of that roll cycle. */
    public RolledPair(Path directory, Instant first, String rollCycle) {
        this.directory = directory;
        this.rollMillis = RollCycleName.parse(rollCycle).lengthInMillis();
        this.clock = new SetTimeProvider(first).autoIncrement(1, TimeUnit.MICROSECONDS); // no two messages at one time
        this.queues = QueuePair.open(directory, OPTIONS.withRollCycle(rollCycle), clock);
    }

    public QueuePair queues() {
        return queues;
    }

    /** The time of the next message. */
    public Instant now() {
        return Instant.EPOCH.plusNanos(clock.currentTimeNanos());
    }

    /** The next message comes in a new file. */
    public void roll() {
        clock.advanceMillis(rollMillis);
    }

    /** The files of {@code in} or {@code out}, oldest first. */
    public List<Path> files(String queue) throws IOException {
        try (var files = Files.list(directory.resolve(queue))) {
            return files.filter(file -> file.toString().endsWith(".cq4"))
                    .sorted()
                    .toList();
        }
    }

    @Override
    public void close() {
        queues.close();
    }
}
