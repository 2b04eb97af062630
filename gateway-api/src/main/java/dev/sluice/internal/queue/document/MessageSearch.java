package dev.sluice.internal.queue.document;

import dev.sluice.api.QueueException;
import dev.sluice.internal.queue.files.Chronicle;
import dev.sluice.internal.queue.files.RollFiles;
import dev.sluice.internal.wire.WireFormatException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.wire.DocumentContext;

/**
 * Finds a message with a binary search by a number that grows from message to message, such as the time of writing. The search
 * reads about thirty messages, whatever the size of the queue, in some ten microseconds each. Used by one thread.
 */
public final class MessageSearch {

    private static final int MOST_LOOKS = 1_000;

    private final SingleChronicleQueue queue;
    private final Path directory;
    private final Documents document;
    private final RollFiles files;
    private final Map<Path, OptionalLong> lastIndexes = new HashMap<>();

    public MessageSearch(SingleChronicleQueue queue, QueueDirectory directory) {
        this.queue = queue;
        this.directory = directory.path();
        this.document = new Documents(directory.blockSize());
        this.files = new RollFiles(queue, this.directory);
    }

    /**
     * Returns the last index in a file. Only the first call determines the index, because that takes longer than the whole
     * search; later calls return the same index.
     */
    private OptionalLong lastIndexIn(Path file) {
        return lastIndexes.computeIfAbsent(file, files::lastIndexIn);
    }

    /** Counts, for each of the given numbers, the messages with at least that number. All counts end at the same last message. */
    public long[] count(ToLongFunction<Documents> number, long... least) {
        return Chronicle.translate(directory, () -> {
            final long last = RollFiles.newestFirst(directory).stream()
                    .map(this::lastIndexIn)
                    .flatMapToLong(OptionalLong::stream)
                    .findFirst()
                    .orElse(-1);
            final long[] counts = new long[least.length];
            for (int i = 0; last >= 0 && i < least.length; i++) {
                final OptionalLong first = search(number, least[i]);
                counts[i] = first.isEmpty() || first.getAsLong() > last
                        ? 0
                        : queue.countExcerpts(first.getAsLong(), last + 1);
            }
            return counts;
        });
    }

    /**
     * Returns the index of the first message whose number is at least {@code least}.
     *
     * @param number returns the number of a document; if it throws {@link WireFormatException}, the next document is read
     * @throws QueueException if a file that the search reads cannot be read
     */
    public OptionalLong first(ToLongFunction<Documents> number, long least) {
        return Chronicle.translate(directory, () -> search(number, least));
    }

    private OptionalLong search(ToLongFunction<Documents> number, long least) {
        try (ExcerptTailer tailer = queue.createTailer()) {
            final List<Path> paths = RollFiles.oldestFirst(directory);
            for (int i = firstFile(paths, tailer, number, least); i < paths.size(); i++) {
                final OptionalLong last = lastIndexIn(paths.get(i));
                if (last.isPresent()) {
                    final long first = queue.rollCycle().toIndex(files.cycle(paths.get(i)), 0);
                    final long found = search(tailer, number, least, first, last.getAsLong());
                    if (found <= last.getAsLong()) {
                        return OptionalLong.of(found);
                    }
                }
            }
            return OptionalLong.empty();
        }
    }

    /**
     * Finds the first file whose last message has at least the number {@code least}, and returns its place in the list. May
     * return a file without messages directly before that file. Starts at the newest file and goes back in growing steps, because
     * the message is usually recent. Then old files need not be opened.
     */
    private int firstFile(List<Path> paths, ExcerptTailer tailer, ToLongFunction<Documents> number, long least) {
        int low = 0;
        int high = paths.size();
        while (low < high) {
            final int middle = low > 0 ? low + high >>> 1 : Math.max(0, high - Math.max(1, paths.size() - high));
            int at = middle;
            OptionalLong last = lastIndexIn(paths.get(at));
            while (last.isEmpty() && at + 1 < high) {
                at++;
                last = lastIndexIn(paths.get(at));
            }
            if (last.isPresent() && numberFrom(tailer, number, last.getAsLong(), last.getAsLong()) < least) {
                low = at + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Returns the first index from {@code from} to {@code to} with at least that number; {@code to + 1} if there is none. */
    private long search(ExcerptTailer tailer, ToLongFunction<Documents> number, long least, long from, long to) {
        if (numberFrom(tailer, number, to, to) < least) {
            return to + 1;
        }
        long low = from;
        long high = to;
        while (low < high) {
            final long middle = low + (high - low) / 2;
            if (numberFrom(tailer, number, middle, to) < least) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /**
     * Returns the number of the first document, from {@code from} on, that has a number. Returns the largest {@code long} if no
     * document up to {@code to} has a number. Returns the smallest {@code long} if a thousand documents have no number, because a
     * longer search would take seconds.
     */
    private long numberFrom(ExcerptTailer tailer, ToLongFunction<Documents> number, long from, long to) {
        boolean there = tailer.moveToIndex(from);
        for (int looks = 0; there; looks++) {
            if (looks == MOST_LOOKS) {
                return Long.MIN_VALUE;
            }
            try (DocumentContext context = tailer.readingDocument()) {
                there = context.isPresent() && context.index() <= to;
                if (there) {
                    document.read(context.wire().bytes());
                    return number.applyAsLong(document);
                }
            } catch (final WireFormatException e) {
                // try the next document
            }
        }
        return Long.MAX_VALUE;
    }
}
