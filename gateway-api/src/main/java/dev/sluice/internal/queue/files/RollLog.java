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
 * The cycles of a queue that ever had a message, a line each, in a file beside them: a roll file that is deleted takes all
 * trace of its messages with it. A file may be deleted when what is in it was answered and read, and a line with a minus
 * says up to which cycle that was done; the newest never is. Lines of deleted files go when there are many.
 *
 * @param cycles those noted, deleted ones too
 * @param deletedTo the last cycle whose file may be deleted, -1 if there is none
 */
public record RollLog(NavigableSet<Integer> cycles, int deletedTo) {

    private static final String NAME = "rolls.log";
    /** Some five days of a file each minute. */
    private static final long LARGE_BYTES = 64 << 10;

    private static final Pattern NUMBER = Pattern.compile("-?(\\d{1,9}|1\\d{9})");

    /**
     * Notes a cycle that has its first message, for good. Any process.
     *
     * @param roll its file, which goes to disk first: after a power cut it must not be missed for what it never had there
     */
    public static void note(Path queue, int cycle, Path roll) {
        if (!read(queue).cycles.contains(cycle)) {
            RollFileSync.force(roll);
            RollFileSync.force(queue);
            do {
                append(queue, cycle);
            } while (!read(queue).cycles.contains(cycle)); // the line went to a file that was replaced just then
        }
    }

    /**
     * Leaves out the lines of cycles whose files are deleted, once the log is large. One process at a time; others may note
     * cycles meanwhile. A kill leaves the log before or the one after; only the line of a cycle that began at that instant
     * may be lost with the log before, and then that file is not missed if somebody deletes it by hand.
     *
     * @param first the cycle of the oldest file that there is
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
            // nothing was noted yet
        } catch (final NumberFormatException e) {
            throw notANumber(queue);
        } catch (final IOException e) {
            throw new QueueException("cannot replace " + file + ": " + e.getMessage(), e);
        }
    }

    /** Notes that the files up to that cycle are deleted; before they are. */
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

    /** Adds a line to such a file; not yet on disk. */
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

    /** Reads the log; lines that are no numbers are left out. */
    public static RollLog readable(Path queue) {
        return of(lines(queue).filter(line -> NUMBER.matcher(line).matches()));
    }

    /**
     * Reads the log.
     *
     * @throws CorruptQueueException if a line is no number
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

    /** Writes all of it anew. */
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
