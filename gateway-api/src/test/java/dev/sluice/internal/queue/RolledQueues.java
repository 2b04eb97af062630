package dev.sluice.internal.queue;

import dev.sluice.api.QueueOptions;
import dev.sluice.internal.queue.document.QueueDirectory;
import dev.sluice.internal.queue.files.RollCycleName;
import dev.sluice.internal.queue.retention.RollFileRetention;
import dev.sluice.internal.queue.state.GatewayLock;
import dev.sluice.transport.Retention.Decision;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import net.openhft.chronicle.core.time.SetTimeProvider;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.wire.DocumentContext;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A queue pair whose files roll when the test says so, and are old when it says so. */
public final class RolledQueues implements AutoCloseable, BeforeEachCallback, AfterEachCallback {

    /** How long files are kept in these tests. */
    public static final Duration AGE = Duration.ofDays(7);

    private static final QueueOptions OPTIONS = TestQueues.SMALL.withRollCycle("TEST_SECONDLY");

    private final SetTimeProvider clock;
    private Path directory = Path.of("");
    private QueuePair queues;

    /** As an extension: a pair of its own for each test. */
    public RolledQueues() {
        this.clock = clock(Instant.parse("2024-05-01T10:00:00Z"));
    }

    public RolledQueues(Path directory) {
        this();
        open(directory);
    }

    /** With the time of the next file: after those that there are. */
    RolledQueues(Path directory, Instant now) {
        this.clock = clock(now);
        open(directory);
    }

    private static SetTimeProvider clock(Instant now) {
        return new SetTimeProvider(now).autoIncrement(1, TimeUnit.MICROSECONDS); // no two messages at one time
    }

    private void open(Path pair) {
        directory = pair;
        queues = QueuePair.open(directory, OPTIONS, clock);
    }

    @Override
    public void beforeEach(ExtensionContext context) throws IOException {
        open(Files.createTempDirectory("queues"));
    }

    @Override
    public void afterEach(ExtensionContext context) throws IOException {
        close();
        QueueDirectory.deleteAll(directory);
    }

    /** A file or directory of the pair, such as {@code in/rolls.log}. */
    Path path(String name) {
        return directory.resolve(name);
    }

    SetTimeProvider clock() {
        return clock;
    }

    public QueuePair queues() {
        return queues;
    }

    /** The next message comes in a new file. */
    public void roll() {
        clock.advanceMillis(1_000);
    }

    /** What the files' clock says. */
    Instant now() {
        return Instant.ofEpochMilli(clock.currentTimeMillis());
    }

    /** So many files on each side, with one request each, answered: u1, u2, … of one writer. */
    public void answeredFiles(int count) {
        try (InputWriter writer = queues.newWriter()) {
            for (int i = 1; i <= count; i++) {
                TestQueues.update(writer, "u" + i);
                TestQueues.answerAll(queues);
                roll();
            }
        }
    }

    /** Closes the pair and opens it again, as the next process would. */
    public void reopen() {
        queues.close();
        open(directory);
    }

    /** Begins a file without a message in it, as a kill while it is being made leaves it. */
    void beginFile(String queue) {
        try (ChronicleQueue chronicle = SingleChronicleQueueBuilder.binary(directory.resolve(queue))
                        .rollCycle(RollCycleName.parse(OPTIONS.rollCycle()))
                        .blockSize(OPTIONS.blockSize())
                        .timeProvider(clock)
                        .build();
                ExcerptAppender appender = chronicle.createAppender();
                DocumentContext document = appender.writingDocument()) {
            document.rollbackOnClose();
        }
    }

    /** So late that everything there is was changed long ago. */
    public static Instant later() {
        return Instant.now().plus(AGE).plusSeconds(60);
    }

    /** Deletes what nobody needs, by a gateway that does nothing else. */
    public List<Decision> retain() {
        return retain(later());
    }

    List<Decision> retain(Instant now) {
        try (GatewayLock lock = queues.lease()) {
            final RollFileRetention retention = new RollFileRetention(queues, lock);
            return retention.delete(retention.sync(), AGE, now);
        }
    }

    /** The names of the files of {@code in} or {@code out}, oldest first. */
    public List<String> files(String queue) throws IOException {
        return paths(queue).stream().map(file -> file.getFileName().toString()).toList();
    }

    /** The files of {@code in} or {@code out}, oldest first. */
    List<Path> paths(String queue) throws IOException {
        return TestQueues.files(directory.resolve(queue));
    }

    /** Makes a file look as if it had been changed last at that time. */
    static void touch(Path file, Instant when) throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(when));
    }

    /** The names of the requests that there are. */
    List<String> requests() {
        return TestQueues.readAll(queues).frames.stream()
                .map(frame -> frame.name())
                .toList();
    }

    /** The names of the requests whose results there are. */
    List<String> results() {
        try (OutputReader reader = queues.resultsFromStart()) {
            return results(reader);
        }
    }

    /** The names of the requests of the results that this reader gives. */
    static List<String> results(OutputReader reader) {
        final List<String> names = new ArrayList<>();
        reader.poll((index, result) -> names.add(result.request().name()), Integer.MAX_VALUE);
        return names;
    }

    @Override
    public void close() {
        queues.close();
    }
}
