package dev.sluice.queue;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.impl.RollingResourcesCache;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.wire.DocumentContext;
import net.openhft.chronicle.wire.Wires;

/**
 * The files of a queue, one for each cycle. A kill while one is being made leaves it without a header: it holds no
 * message, makes every opening wait, and sends Chronicle's {@code toEnd()} to the start of the queue instead, with no
 * more than a warning: a gateway would answer everything again.
 */
final class RollFiles {

    private RollFiles() {}

    /** Deletes files without a header; only while nobody can be making one. */
    static void deleteHalfMade(Path queue) {
        for (final Path file : newestFirst(queue)) {
            if (isHalfMade(file)) {
                try {
                    Files.deleteIfExists(file);
                } catch (final IOException e) {
                    throw new QueueException(
                            "cannot delete " + file + ", which holds no message: " + e.getMessage(), e);
                }
            }
        }
    }

    /** The index of the last message of a queue, or empty when it has none. */
    static OptionalLong lastIndex(SingleChronicleQueue queue, Path directory) {
        queue.refreshDirectoryListing();
        for (final Path file : newestFirst(directory)) {
            final int cycle = cycle(queue, file);
            try (ExcerptTailer tailer = queue.createTailer()) {
                final long count = isHalfMade(file) ? 0 : tailer.excerptsInCycle(cycle);
                if (count > 0) {
                    return OptionalLong.of(lastFrom(tailer, queue.rollCycle().toIndex(cycle, count - 1)));
                }
            }
        }
        return OptionalLong.empty();
    }

    /** The index of the first message of a queue, or empty when it has none. */
    static OptionalLong firstIndex(SingleChronicleQueue queue, Path directory) {
        final List<Path> files = new ArrayList<>(newestFirst(directory));
        Collections.reverse(files);
        for (final Path file : files) {
            final int cycle = cycle(queue, file);
            try (ExcerptTailer tailer = queue.createTailer()) {
                if (!isHalfMade(file) && tailer.excerptsInCycle(cycle) > 0) {
                    return OptionalLong.of(queue.rollCycle().toIndex(cycle, 0));
                }
            }
        }
        return OptionalLong.empty();
    }

    private static int cycle(SingleChronicleQueue queue, Path file) {
        final RollingResourcesCache names = new RollingResourcesCache(
                queue.rollCycle(),
                queue.epoch(),
                name -> file.resolveSibling(name + SingleChronicleQueue.SUFFIX).toFile(),
                RollFiles::nameOf);
        return Math.toIntExact(names.toLong(file.toFile()));
    }

    /** The last message from that one on: somebody may be writing. */
    private static long lastFrom(ExcerptTailer tailer, long index) {
        if (!tailer.moveToIndex(index)) {
            throw new QueueException("the last message of " + tailer.queue().file() + " cannot be reached: run verify");
        }
        long last = index;
        while (true) {
            try (DocumentContext context = tailer.readingDocument()) {
                if (!context.isPresent()) {
                    return last;
                }
                last = context.index();
            }
        }
    }

    private static String nameOf(File file) {
        final String name = file.getName();
        return name.substring(0, name.length() - SingleChronicleQueue.SUFFIX.length());
    }

    static List<Path> newestFirst(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(SingleChronicleQueue.SUFFIX))
                    .sorted(Comparator.reverseOrder())
                    .toList();
        } catch (final IOException e) {
            throw new QueueException("cannot list " + directory + ": " + e.getMessage(), e);
        }
    }

    /** Whether the header, which is published last of all, is missing; a file that is gone counts too. */
    static boolean isHalfMade(Path file) {
        // No channel: an interrupted thread cannot read one.
        try (InputStream bytes = new FileInputStream(file.toFile())) {
            final byte[] header = bytes.readNBytes(Integer.BYTES);
            return header.length < Integer.BYTES
                    || Wires.isNotComplete(ByteBuffer.wrap(header)
                            .order(ByteOrder.nativeOrder())
                            .getInt());
        } catch (final FileNotFoundException e) {
            return true;
        } catch (final IOException e) {
            throw new QueueException("cannot read " + file + ": " + e.getMessage(), e);
        }
    }
}
