package dev.sluice.internal.queue.files;

import dev.sluice.api.QueueException;
import dev.sluice.transport.UnreadableQueueException.CorruptQueueException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A log, beside the roll files, of the cycles that ever had a message. It is needed because a deleted roll file leaves no trace
 * of its messages. The log has one line for each cycle. A line with a minus sign contains the last cycle whose file retention has
 * deleted. The newest file is never deleted. Once the log is large, the lines of deleted files are removed.
 *
 * @param cycles the logged cycles, which may include cycles of deleted files
 * @param deletedTo the last cycle whose file retention may have deleted, -1 if there is none
 */
public record RollLog(NavigableSet<Integer> cycles, int deletedTo) {

    private static final String NAME = "rolls.log";
    /**
     * From this size on, the lines of deleted files are removed. A new roll file each minute leads to this size in some five
     * days.
     */
    private static final long LARGE_BYTES = 64 << 10;

    private static final Pattern NUMBER = Pattern.compile("-?(\\d{1,9}|1\\d{9})");

    /**
     * Records permanently that a cycle has its first message. Any process may do this.
     *
     * @param roll the file of the cycle. It is forced to disk first. Otherwise, after a power cut, the log could name a file that
     *     is not on disk, and the file would count as lost
     */
    public static void note(Path queue, int cycle, Path roll) {
        if (!read(queue).cycles.contains(cycle)) {
            RollFileSync.force(roll);
            RollFileSync.force(queue);
            do {
                append(queue, cycle);
            } while (!read(queue).cycles.contains(cycle)); // the cycle is missing if the log has just been replaced
        }
    }

    /**
     * Removes the lines of deleted files once the log is large. Only one process at a time may call this, but other processes may
     * add cycles at the same time. A kill leaves either the old log or the new log. If a cycle begins at the moment of the kill,
     * the line of that cycle may be lost. Then Sluice does not notice if somebody later deletes that cycle's file by hand.
     *
     * @param first the cycle of the oldest existing file
     */
    public static void compact(Path queue, int first) {
        final Path file = queue.resolve(NAME);
        try (InputStream before = Files.newInputStream(file)) {
            if (Files.size(file) < LARGE_BYTES) {
                return;
            }
            final RollLog log = of(lines(before.readAllBytes()));
            final int from = Math.min(first, log.deletedTo + 1);
            new RollLog(log.cycles.tailSet(from, true), log.deletedTo).replace(queue);
            lines(before.readAllBytes()).forEach(late -> append(queue, Integer.parseInt(late)));
        } catch (final NoSuchFileException e) {
            // there is no log yet
        } catch (final NumberFormatException e) {
            throw notANumber(queue);
        } catch (final IOException e) {
            throw new QueueException("cannot replace " + file + ": " + e.getMessage(), e);
        }
    }

    /** Records that the files up to a cycle are deleted. Called before these files are deleted. */
    public static void noteDeleted(Path queue, int cycle) {
        if (read(queue).deletedTo < cycle) {
            append(queue, -cycle);
        }
    }

    private static void append(Path queue, int line) {
        final Path file = queue.resolve(NAME);
        final boolean isNew = Files.notExists(file);
        append(file, Integer.toString(line));
        RollFileSync.force(file);
        if (isNew) {
            RollFileSync.force(queue);
        }
    }

    /** Adds a line to a file without forcing the file to disk. */
    static void append(Path file, String line) {
        try {
            Files.writeString(
                    file,
                    line + "\n",
                    StandardCharsets.US_ASCII,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.APPEND);
        } catch (final IOException e) {
            throw new QueueException("cannot write " + file + ": " + e.getMessage(), e);
        }
    }

    public static Path path(Path queue) {
        return queue.resolve(NAME);
    }

    /** Reads the log, and skips lines that are not numbers. */
    public static RollLog readable(Path queue) {
        return of(lines(queue).filter(line -> NUMBER.matcher(line).matches()));
    }

    /**
     * Reads the log.
     *
     * @throws CorruptQueueException if a line is not a number
     */
    public static RollLog read(Path queue) {
        try {
            return of(lines(queue));
        } catch (final NumberFormatException e) {
            throw notANumber(queue);
        }
    }

    private static CorruptQueueException notANumber(Path queue) {
        return CorruptQueueException.file(queue.resolve(NAME), "it has a line that is no number");
    }

    private static Stream<String> lines(Path queue) {
        final Path file = queue.resolve(NAME);
        try {
            return SmallFile.text(file, StandardCharsets.ISO_8859_1).lines();
        } catch (final NoSuchFileException e) {
            return Stream.empty();
        } catch (final IOException e) {
            throw new QueueException("cannot read " + file + ": " + e.getMessage(), e);
        }
    }

    private static RollLog of(Stream<String> lines) {
        final TreeSet<Integer> numbers = lines.map(Integer::valueOf).collect(Collectors.toCollection(TreeSet::new));
        final int deletedTo = numbers.isEmpty() ? -1 : Math.max(-numbers.first(), -1);
        return new RollLog(numbers.tailSet(0, true), deletedTo);
    }

    /** Replaces the log file of a queue with this content. */
    public void replace(Path queue) throws IOException {
        final StringBuilder lines = new StringBuilder();
        cycles.forEach(cycle -> lines.append(cycle).append('\n'));
        if (deletedTo >= 0) {
            lines.append(-deletedTo).append('\n');
        }
        SmallFile.replace(queue.resolve(NAME), lines.toString().getBytes(StandardCharsets.US_ASCII));
    }

    private static Stream<String> lines(byte[] text) {
        return new String(text, StandardCharsets.ISO_8859_1).lines();
    }
}
