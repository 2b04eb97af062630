package dev.sluice.internal.queue.document;

import dev.sluice.api.QueueException;
import dev.sluice.api.QueueOptions;
import dev.sluice.internal.queue.files.Chronicle;
import dev.sluice.internal.queue.files.RollCycleName;
import dev.sluice.internal.queue.files.SmallFile;
import dev.sluice.internal.queue.state.QueueAccess;
import dev.sluice.transport.UnreadableQueueException.CorruptQueueException;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.stream.IntStream;

/**
 * The directory of several queue pairs. It contains {@code lane-0}, {@code lane-1} and so on, and a file with the number of
 * lanes, which is written after all lanes were created. A single pair lies in the directory itself.
 */
public final class LaneDirectories {

    public static final String FILE = "lanes.properties";

    private static final String LANE = "lane-";
    private static final String LANES = "lanes";

    private LaneDirectories() {}

    /**
     * Returns the absolute paths of the pairs in a directory. If there are no pairs, creates the number of pairs that the options
     * give.
     *
     * @throws QueueException if JVM options are missing, or the pairs cannot be created
     */
    public static List<Path> openOrCreate(Path path, QueueOptions options) {
        Chronicle.checkFlags();
        Chronicle.load(); // before any other Chronicle class, because another thread may be loading those classes
        RollCycleName.parse(options.rollCycle());
        final Path directory = path.toAbsolutePath().normalize();
        if (Files.exists(directory.resolve(FILE))) {
            return existing(directory);
        }
        if (options.lanes() == 1 || Files.exists(directory.resolve("in"))) {
            return List.of(directory);
        }
        return QueueDirectory.alone(directory, options, () -> {
            if (Files.notExists(directory.resolve(FILE)) && Files.notExists(directory.resolve("in"))) {
                lanes(directory, options.lanes()).forEach(lane -> QueueDirectory.openOrCreate(lane, options));
                write(directory, options.lanes());
            }
            return existing(directory);
        });
    }

    /** Opens the single pair of a directory, and creates its missing queues. */
    public static QueueDirectory.Pair openPair(Path pair, QueueOptions options) {
        return QueueDirectory.openOrCreate(pair, options, () -> checkNone(pair));
    }

    private static void write(Path directory, int lanes) throws IOException {
        final String text = "# How many lanes are here. Do not edit: each job and run has one of them.\n" + LANES + "="
                + lanes + "\n";
        SmallFile.replace(directory.resolve(FILE), text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Returns the absolute paths of the pairs in a directory: the lanes, or the directory itself if it has no lanes. */
    public static List<Path> existing(Path path) {
        final Path directory = path.toAbsolutePath().normalize();
        final Path file = directory.resolve(FILE);
        if (!Files.exists(file)) { // if path is not a directory, or cannot be read, opening it gives the error
            return List.of(directory);
        }
        final Properties properties = new Properties();
        try {
            properties.load(new StringReader(SmallFile.text(file, StandardCharsets.ISO_8859_1)));
            return lanes(directory, number(properties.getProperty(LANES, "")));
        } catch (final IOException e) {
            throw QueueAccess.failed("cannot read", file, e);
        } catch (final IllegalArgumentException e) {
            throw CorruptQueueException.properties(file, e.getMessage());
        }
    }

    /** Returns the directory of all lanes if {@code directory} is a lane, otherwise {@code directory} itself. */
    public static Path whole(Path directory) {
        final Path parent = directory.toAbsolutePath().normalize().getParent();
        return number(directory).isPresent() ? parent : directory;
    }

    /** Returns the number of the lane in a directory; empty if the directory is not one of several lanes. */
    public static OptionalInt number(Path directory) {
        final Path lane = directory.toAbsolutePath().normalize();
        final Path parent = lane.getParent();
        final int number = parent == null ? -1 : existing(parent).indexOf(lane);
        return number < 0 ? OptionalInt.empty() : OptionalInt.of(number);
    }

    private static int number(String text) {
        final int lanes = Integer.parseInt(text);
        if (lanes < 2 || lanes > QueueOptions.MOST_LANES) {
            throw new IllegalArgumentException(lanes + " lanes");
        }
        return lanes;
    }

    private static List<Path> lanes(Path directory, int lanes) {
        return IntStream.range(0, lanes)
                .mapToObj(number -> directory.resolve(LANE + number))
                .toList();
    }

    /**
     * Checks that a directory does not contain several lanes.
     *
     * @throws QueueException if there are several lanes
     */
    public static void checkNone(Path directory) {
        final List<Path> lanes = existing(directory);
        if (lanes.size() > 1) {
            throw new QueueException("there are " + lanes.size() + " lanes in " + directory
                    + ": give the directory of one lane, " + lanes.get(0) + " to "
                    + lanes.get(lanes.size() - 1).getFileName());
        }
    }
}
