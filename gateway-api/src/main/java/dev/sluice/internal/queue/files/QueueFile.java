package dev.sluice.internal.queue.files;

import dev.sluice.api.QueueException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.openhft.chronicle.queue.RollCycle;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;

/**
 * One roll file as the directory shows it.
 *
 * @param cycle its number
 * @param changed when something was written to it last, half a minute early at most; never, if it is half made: whoever
 *     opens a file while it is deleted may leave an empty one
 */
public record QueueFile(Path path, int cycle, long bytes, Instant changed) {

    public static List<QueueFile> oldestFirst(SingleChronicleQueue queue, Path directory) {
        final RollFiles rolls = new RollFiles(queue, directory);
        final List<QueueFile> files = new ArrayList<>();
        for (final Path path : RollFiles.oldestFirst(directory)) {
            try {
                final BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
                final Instant changed = isHalfMade(path, queue.rollCycle())
                        ? Instant.MIN
                        : attributes.lastModifiedTime().toInstant();
                files.add(new QueueFile(path, rolls.cycle(path), attributes.size(), changed));
            } catch (final NoSuchFileException e) {
                // Deleted since the directory was listed.
            } catch (final IOException e) {
                throw new QueueException("cannot look at " + path + ": " + e.getMessage(), e);
            }
        }
        return files;
    }

    private static boolean isHalfMade(Path path, RollCycle cycle) {
        final Optional<RollFile> opened = RollFile.open(path, cycle);
        try (RollFile file = opened.orElse(null)) {
            return file == null || file.isHalfMade();
        }
    }
}
