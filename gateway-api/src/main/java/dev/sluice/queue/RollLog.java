package dev.sluice.queue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.TreeSet;

/**
 * The cycles of a queue that ever had a message, a line each, in a file beside them: a roll file that is deleted takes all
 * trace of its messages with it. A file may be deleted when what is in it was answered and read; the newest never is.
 */
final class RollLog {

    private static final String NAME = "rolls.log";

    private RollLog() {}

    /** Notes a cycle that has its first message, for good. Any process. */
    static void note(Path queue, int cycle) {
        if (read(queue).contains(cycle)) {
            return;
        }
        final Path file = queue.resolve(NAME);
        final boolean isNew = Files.notExists(file);
        try {
            Files.writeString(
                    file,
                    cycle + "\n",
                    StandardCharsets.US_ASCII,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.APPEND);
        } catch (final IOException e) {
            throw new QueueException("cannot write " + file + ": " + e.getMessage(), e);
        }
        RollFileSync.force(file);
        if (isNew) {
            RollFileSync.force(queue);
        }
    }

    /** The cycles that were noted. */
    static TreeSet<Integer> read(Path queue) {
        final Path file = queue.resolve(NAME);
        final TreeSet<Integer> cycles = new TreeSet<>();
        try {
            for (final String line : Files.readAllLines(file, StandardCharsets.ISO_8859_1)) {
                cycles.add(Integer.parseInt(line));
            }
        } catch (final NoSuchFileException e) {
            return cycles;
        } catch (final NumberFormatException e) {
            throw CorruptQueueException.file(file, "it has a line that is no number: " + e.getMessage());
        } catch (final IOException e) {
            throw new QueueException("cannot read " + file + ": " + e.getMessage(), e);
        }
        return cycles;
    }
}
