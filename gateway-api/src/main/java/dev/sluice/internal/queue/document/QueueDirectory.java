package dev.sluice.internal.queue.document;

import dev.sluice.api.QueueException;
import dev.sluice.api.QueueLockedException;
import dev.sluice.api.QueueOptions;
import dev.sluice.internal.queue.files.Chronicle;
import dev.sluice.internal.queue.files.QueueBuilder;
import dev.sluice.internal.queue.files.QueueClock;
import dev.sluice.internal.queue.files.QueueLock;
import dev.sluice.internal.queue.files.QueueTable;
import dev.sluice.internal.queue.files.RollCycleName;
import dev.sluice.internal.queue.files.RollFileSync;
import dev.sluice.internal.queue.files.SmallFile;
import dev.sluice.internal.queue.state.QueueAccess;
import dev.sluice.transport.UnreadableQueueException.CorruptQueueException;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import net.openhft.chronicle.core.time.SystemTimeProvider;
import net.openhft.chronicle.core.time.TimeProvider;
import net.openhft.chronicle.queue.RollCycle;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;

/**
 * The directory of one queue, with the queue's permanent properties, which are stored in a file in the directory.
 *
 * @param path the directory
 * @param id a random id, created with the queue. A queue that was deleted and created again uses the same indexes, but has
 *     another id.
 * @param rollCycle the name of the roll cycle
 * @param blockSize the number of bytes of a file that are mapped to memory at a time
 * @param answers for an output, the id of the input whose requests it answers
 * @param begins for an output that replaces a lost output, the index of the first request that the new output answers
 * @param tableChecksum the checksum of the queue's description in Chronicle's table
 */
public record QueueDirectory(
        Path path,
        UUID id,
        String rollCycle,
        long blockSize,
        Optional<UUID> answers,
        OptionalLong begins,
        int tableChecksum) {

    public static final String PROPERTIES = "queue.properties";
    public static final String FORMAT = "2";
    private static final Object CREATION = new Object();
    private static final long PAUSE_NANOS = 1_000_000;

    /** The time for which Chronicle waits for a header or a lock that a killed process left. Chronicle's default is 10 s. */
    private static final long TIMEOUT_MILLIS = 500;

    /** The two queues of a pair. */
    public record Pair(QueueDirectory input, QueueDirectory output) {}

    /**
     * Reads the directories of a pair, and creates the missing ones. Other processes may do the same at the same time, because a
     * directory becomes visible only when it is complete.
     */
    public static Pair openOrCreate(Path pair, QueueOptions options) {
        return openOrCreate(pair, options, () -> {});
    }

    /**
     * Does the same as the public method, but first runs {@code check}, under the creation lock. If the check throws, nothing is
     * created.
     */
    static Pair openOrCreate(Path pair, QueueOptions options, Runnable check) {
        return alone(pair, options, () -> {
            check.run();
            final QueueDirectory input = loadOrCreate(pair.resolve("in"), options, Optional.empty());
            return new Pair(input, loadOrCreate(pair.resolve("out"), options, Optional.of(input.id)));
        });
    }

    /** A task that reads a directory or creates files in it. */
    interface Creation<T> {
        T make() throws IOException;
    }

    /** Creates a directory if it is missing, and runs {@code creation} under the directory's creation lock. */
    static <T> T alone(Path directory, QueueOptions options, Creation<T> creation) {
        try {
            createParent(directory, options);
            QueueAccess.checkUmask(directory);
            synchronized (CREATION) {
                final Path file = directory.resolve("create.lock");
                try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                        FileLock lock = lock(channel, file)) {
                    assert lock.isValid();
                    return creation.make();
                }
            }
        } catch (final IOException e) {
            throw QueueAccess.failed("cannot open or create the queues in", directory, e);
        }
    }

    private static FileLock lock(FileChannel channel, Path file) throws IOException {
        final long start = System.nanoTime();
        FileLock lock = channel.tryLock();
        while (lock == null) {
            if (System.nanoTime() - start > QueueLock.PATIENCE.toNanos()) {
                throw new QueueLockedException(
                        "another process has been opening the queues in " + file.getParent() + " for "
                                + QueueLock.PATIENCE.toSeconds() + " s, or repairs them (lock file " + file
                                + "): let it go on, or end it");
            }
            LockSupport.parkNanos(PAUSE_NANOS);
            lock = channel.tryLock();
        }
        return lock;
    }

    private static void createParent(Path pair, QueueOptions options) throws IOException {
        if (Files.isDirectory(pair)) {
            QueueAccess.shareIfEmpty(pair, options.group());
            return;
        }
        Files.createDirectories(pair.toAbsolutePath().getParent());
        try {
            QueueAccess.makeDirectory(pair, options.group());
        } catch (final FileAlreadyExistsException e) {
            if (!Files.isDirectory(pair)) {
                throw e;
            }
        }
    }

    private static QueueDirectory loadOrCreate(Path directory, QueueOptions options, Optional<UUID> answers)
            throws IOException {
        if (Files.notExists(directory)) {
            create(directory, options, answers);
        }
        QueueAccess.checkUmask(directory);
        final QueueDirectory queue = load(directory);
        queue.completeTable();
        return queue;
    }

    /**
     * Creates Chronicle's table if it is missing, and checks the table. Runs under the creation lock, so no other process is
     * creating the table now. A half-written table is therefore an error, because no process will complete it, and Chronicle
     * would never open the queue.
     */
    private void completeTable() throws IOException {
        if (Files.notExists(path.resolve(QueueTable.FILE))) {
            makeTable();
        }
        new QueueTable(path).check(cycle(), sourceId());
    }

    private void makeTable() throws IOException {
        new QueueTable(path).allocate();
        openChronicle(SystemTimeProvider.INSTANCE).close();
    }

    /** Returns the same properties for another directory. */
    public QueueDirectory in(Path other) {
        return new QueueDirectory(other, id, rollCycle, blockSize, answers, begins, tableChecksum);
    }

    /** Returns the roll cycle with the name {@code rollCycle}. */
    public RollCycle cycle() {
        return RollCycleName.parse(rollCycle);
    }

    /** Opens Chronicle's queue in a directory that no other process uses. */
    public SingleChronicleQueue openChronicle(TimeProvider wall) {
        return openChronicle(wall, QueueLock.alone(path));
    }

    /** Opens Chronicle's queue with the given write lock. The clock {@code wall} decides when a new file begins. */
    public SingleChronicleQueue openChronicle(TimeProvider wall, QueueLock lock) {
        return Chronicle.translate(path, () -> {
            final QueueClock clock = new QueueClock(wall, cycle());
            final SingleChronicleQueue queue = buildChronicle(clock, lock);
            clock.follow(queue);
            return queue;
        });
    }

    private SingleChronicleQueue buildChronicle(TimeProvider clock, QueueLock lock) {
        return new QueueBuilder(path, cycle(), lock)
                .blockSize(blockSize)
                .timeoutMS(TIMEOUT_MILLIS)
                .timeProvider(clock)
                .checkInterrupts(false)
                .sourceId(sourceId())
                .build();
    }

    private int sourceId() {
        return answers.isPresent() ? Documents.OUTPUT : Documents.INPUT;
    }

    private static void create(Path directory, QueueOptions options, Optional<UUID> answers) throws IOException {
        final Path unfinished = directory.resolveSibling("." + directory.getFileName() + ".new");
        deleteAll(unfinished);
        QueueAccess.makeDirectory(unfinished, options.group());
        final String text = text(new QueueDirectory(
                directory,
                UUID.randomUUID(),
                options.rollCycle(),
                options.blockSize(),
                answers,
                OptionalLong.empty(),
                0));
        final Path properties = unfinished.resolve(PROPERTIES);
        Files.writeString(properties, text + "table=0\n");
        // The table is not created in the final directory, because a kill meanwhile would leave a queue that never
        // opens.
        load(unfinished).makeTable();
        Files.writeString(properties, text + "table=" + new QueueTable(unfinished).checksum() + "\n");
        RollFileSync.force(properties);
        RollFileSync.force(unfinished.resolve(QueueTable.FILE));
        RollFileSync.force(unfinished);
        Files.move(unfinished, directory, StandardCopyOption.ATOMIC_MOVE);
        RollFileSync.force(directory.toAbsolutePath().getParent());
    }

    /** Returns the text of the properties file without the checksum of the table. */
    public static String text(QueueDirectory queue) {
        final StringBuilder text = new StringBuilder("# What this queue is. Do not edit: its results point to it.\n");
        text.append("format=").append(FORMAT).append('\n');
        text.append("id=").append(queue.id).append('\n');
        text.append("rollCycle=").append(queue.rollCycle).append('\n');
        text.append("blockSize=").append(queue.blockSize).append('\n');
        queue.answers.ifPresent(id -> text.append("answers=").append(id).append('\n'));
        queue.begins.ifPresent(index -> text.append("begins=").append(index).append('\n'));
        return text.toString();
    }

    /** Reads the properties of the queue in a directory. */
    public static QueueDirectory load(Path directory) throws IOException {
        final Path file = directory.resolve(PROPERTIES);
        if (Files.notExists(file)) {
            throw new QueueException(directory + " exists, but has no " + PROPERTIES
                    + ": it is not a queue of Sluice; choose another path");
        }
        final String text;
        try {
            text = SmallFile.text(file, StandardCharsets.UTF_8);
        } catch (final IOException e) {
            throw new QueueException("cannot read " + file + ": " + e.getMessage(), e);
        }
        return read(directory, new StringReader(text));
    }

    /** Parses {@code text} as the properties of the queue in a directory. */
    public static QueueDirectory read(Path directory, Reader text) throws IOException {
        final Path file = directory.resolve(PROPERTIES);
        final Properties properties = new Properties();
        try {
            properties.load(text);
        } catch (final IllegalArgumentException e) {
            throw CorruptQueueException.properties(file, e.getMessage());
        }
        if (!FORMAT.equals(properties.getProperty("format"))) {
            throw new QueueException(file + " is of format '" + properties.getProperty("format") + "', and only "
                    + FORMAT + " can be read here: use the version of Sluice that made it");
        }
        final String rollCycle = properties.getProperty("rollCycle", "");
        if (RollCycleName.isByWeek(rollCycle)) {
            throw new WeeklyFilesException(file, rollCycle);
        }
        try {
            RollCycleName.parse(rollCycle);
            return new QueueDirectory(
                    directory.toRealPath(),
                    UUID.fromString(properties.getProperty("id", "")),
                    rollCycle,
                    Long.parseLong(properties.getProperty("blockSize", "")),
                    Optional.ofNullable(properties.getProperty("answers")).map(UUID::fromString),
                    begins(properties),
                    Integer.parseInt(properties.getProperty("table", "")));
        } catch (final IllegalArgumentException e) {
            throw CorruptQueueException.properties(file, e.getMessage());
        }
    }

    private static OptionalLong begins(Properties properties) {
        final String index = properties.getProperty("begins");
        return index == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(index));
    }

    /** Records in the properties file that this empty output answers no request before {@code index}. */
    public void begin(long index) throws IOException {
        final Path file = path.resolve(PROPERTIES);
        final String known = SmallFile.text(file, StandardCharsets.UTF_8).replaceAll("(?m)^begins=.*\\R", "");
        SmallFile.replace(file, (known + "begins=" + index + "\n").getBytes(StandardCharsets.ISO_8859_1));
    }

    /**
     * Reports a queue whose files are named by the week. An earlier release could write to such a queue, but never read it.
     */
    public static final class WeeklyFilesException extends QueueException {

        private static final long serialVersionUID = 1L;

        WeeklyFilesException(Path properties, String rollCycle) {
            super(properties + " says that its roll cycle is " + rollCycle
                    + ", whose files are named by the week and are not found again: requests were written there, but"
                    + " never read, and no repair helps. Move "
                    + properties.resolveSibling("..").normalize()
                    + " away, set queues.rollCycle to another one, such as FAST_DAILY, and write those requests again");
        }
    }

    /** Deletes a directory with its content, if it exists. */
    public static void deleteAll(Path directory) throws IOException {
        if (Files.notExists(directory)) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (final Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
