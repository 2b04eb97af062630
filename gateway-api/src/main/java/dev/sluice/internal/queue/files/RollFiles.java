package dev.sluice.internal.queue.files;

import dev.sluice.api.QueueException;
import dev.sluice.transport.UnreadableQueueException.CorruptQueueException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.RollCycle;
import net.openhft.chronicle.queue.impl.RollingResourcesCache;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.wire.DocumentContext;

/**
 * The files of a queue, one for each cycle. A kill while one is being made leaves it without a header: it holds no
 * message, makes every opening wait, and sends Chronicle's {@code toEnd()} to the start of the queue instead, with no
 * more than a warning: a gateway would answer everything again.
 */
public final class RollFiles {

    private final SingleChronicleQueue queue;
    private final Path directory;
    private final RollingResourcesCache names;
    private FirstMessages firstMessages = new FirstMessages(Map.of());
    private int asBegun = -1;

    /** The files of an open queue. */
    public RollFiles(SingleChronicleQueue queue, Path directory) {
        this.queue = queue;
        this.directory = directory;
        this.names = names(directory, queue.rollCycle(), queue.epoch());
    }

    /** The names of a queue's files, by their cycles. */
    public static RollingResourcesCache names(Path directory, RollCycle cycle, long epoch) {
        return new RollingResourcesCache(
                cycle,
                epoch,
                name -> directory.resolve(name + SingleChronicleQueue.SUFFIX).toFile(),
                RollFiles::nameOf);
    }

    public Path directory() {
        return directory;
    }

    /** Deletes files without a header, and what was made for files that are there; only while nobody can be making one. */
    public static void deleteHalfMade(Path directory, RollCycle cycle) {
        final List<Path> files = newestFirst(directory);
        files(directory, RollFileSpace.SUFFIX, Comparator.naturalOrder()).stream()
                .filter(made -> !files.isEmpty() && !RollFileSpace.isForLater(made, files.get(0)))
                .forEach(RollFiles::delete);
        for (final Path file : files) {
            if (RollFile.look(file, cycle, false, RollFile::isHalfMade)) {
                delete(file);
            }
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (final IOException e) {
            throw new QueueException("cannot delete " + file + ", which holds no message: " + e.getMessage(), e);
        }
    }

    /** The index of the last message, or empty when there is none. */
    public OptionalLong lastIndex() {
        checkNewest();
        return Chronicle.translate(directory, this::findLastIndex);
    }

    private OptionalLong findLastIndex() {
        queue.refreshDirectoryListing();
        return first(() -> newestFirst(directory), file -> findLastIndex(file, Long.MAX_VALUE));
    }

    /** The index of the last message in that file, or empty when it has none. */
    public OptionalLong lastIndexIn(Path file) {
        final long behind = queue.rollCycle().toIndex(cycle(file) + 1, 0);
        return Chronicle.translate(directory, () -> findLastIndex(file, behind));
    }

    private OptionalLong findLastIndex(Path file, long before) {
        final int cycle = cycle(file);
        final Optional<RollFile.Last> last = last(cycle);
        try (ExcerptTailer tailer = queue.createTailer()) {
            final long count = excerpts(tailer, file, cycle);
            return count > 0
                    ? lastFrom(tailer, queue.rollCycle().toIndex(cycle, count - 1), before, last)
                    : OptionalLong.empty();
        }
    }

    /** The index of the first message, or empty when there is none. */
    public OptionalLong firstIndex() {
        return Chronicle.translate(directory, this::findFirstIndex);
    }

    private OptionalLong findFirstIndex() {
        return first(() -> oldestFirst(directory), file -> {
            final int cycle = cycle(file);
            try (ExcerptTailer tailer = queue.createTailer()) {
                return excerpts(tailer, file, cycle) > 0
                        ? OptionalLong.of(queue.rollCycle().toIndex(cycle, 0))
                        : OptionalLong.empty();
            }
        });
    }

    /** The index of the message that is so many from the end, 1 for the last one; or of the first there is. */
    public OptionalLong indexFromEnd(long count) {
        OptionalLong found = OptionalLong.empty();
        long left = count;
        for (final Path file : newestFirst(directory)) {
            final OptionalLong last = left > 0 ? lastIndexIn(file) : OptionalLong.empty();
            if (last.isPresent()) {
                final long there = queue.rollCycle().toSequenceNumber(last.getAsLong()) + 1;
                found = OptionalLong.of(last.getAsLong() - Math.min(left, there) + 1);
                left -= there;
            }
        }
        return found;
    }

    /** Returns the first finding of a search in each file in turn; searches again if a file was deleted meanwhile. */
    private static OptionalLong first(Supplier<List<Path>> files, Function<Path, OptionalLong> search) {
        while (true) {
            boolean deleted = false;
            for (final Path file : files.get()) {
                final OptionalLong found = search.apply(file);
                if (found.isPresent()) {
                    return found;
                }
                deleted |= Files.notExists(file);
            }
            if (!deleted) {
                return OptionalLong.empty();
            }
        }
    }

    private long excerpts(ExcerptTailer tailer, Path file, int cycle) {
        return look(file, 0L, roll -> {
            if (roll.isHalfMade()) {
                return 0L;
            }
            roll.verify(false);
            return tailer.excerptsInCycle(cycle);
        });
    }

    private <R> R look(Path file, R gone, Function<RollFile, R> search) {
        return RollFile.look(file, queue.rollCycle(), gone, search);
    }

    /**
     * Checks those from that cycle on: their headers, indexes and ends.
     *
     * @throws QueueException if one is not as it was written
     */
    public void verify(int fromCycle) {
        boolean over = false;
        for (final Path file : newestFirst(directory)) {
            if (cycle(file) >= fromCycle) {
                final boolean isOver = over;
                over |= look(file, false, roll -> {
                    roll.verify(isOver);
                    return roll.last().isPresent();
                });
            }
        }
    }

    /**
     * Checks that each file from that cycle on that ever had messages is there and has some.
     *
     * @throws CorruptQueueException if one is gone
     * @throws DeletedFilesException if one was deleted because nobody needed it
     */
    public void checkComplete(int fromCycle) {
        checkComplete(RollLog.read(directory).cycles().tailSet(fromCycle));
    }

    private void checkComplete(SortedSet<Integer> cycles) {
        for (final int cycle : cycles) {
            if (last(cycle).isEmpty()) {
                checkNotDeleted(cycle); // as it is noted now: that comes before the deletion
                throw CorruptQueueException.lost(path(cycle));
            }
        }
    }

    /**
     * Checks that no file before that cycle ever had messages, but for those deleted because nobody needed them.
     *
     * @throws CorruptQueueException if one did, and is gone
     */
    public void checkNoneIsLostBefore(int first) {
        boolean checked = false;
        while (!checked) {
            try {
                final RollLog log = RollLog.read(directory);
                checkComplete(log.cycles().subSet(Math.min(first, log.deletedTo() + 1), first));
                checked = true;
            } catch (final DeletedFilesException e) {
                // more were deleted meanwhile
            }
        }
    }

    /** Notes that a file has its first message, for good; any process. */
    public static void noteBegun(Path directory, int cycle, Path roll, RollCycle cycles) {
        FirstMessages.note(directory, cycle, roll, cycles);
        RollLog.note(directory, cycle, roll);
    }

    /**
     * Whether each file from that cycle to the other one begins with the message that was noted as it was begun; also one that is
     * not in the log, as no client ever wrote to it: then none is lost in it. Those before the last one that did so when asked
     * before are not looked at again. One thread.
     */
    public boolean areAsBegun(int from, int to) {
        if (to == asBegun && isAsBegun(to)) {
            return true;
        }
        final RollLog log = RollLog.read(directory);
        final int first = Math.min(Math.max(Math.max(from, asBegun), log.deletedTo() + 1), to);
        firstMessages = FirstMessages.read(directory);
        final boolean found =
                log.cycles().subSet(first, true, to, true).stream().allMatch(this::isAsBegun);
        asBegun = found ? to : asBegun;
        return found;
    }

    private boolean isAsBegun(int cycle) {
        return firstMessages.isAsNoted(cycle, path(cycle), queue.rollCycle());
    }

    /** Checks that the file of that cycle was not deleted because nobody needed it. */
    public void checkNotDeleted(int cycle) {
        if (cycle <= RollLog.read(directory).deletedTo()) {
            throw new DeletedFilesException(path(cycle));
        }
    }

    /** Checks that the newest that ever had messages is there: that is never deleted before another one is. */
    private void checkNewest() {
        final NavigableSet<Integer> noted = RollLog.read(directory).cycles();
        if (noted.isEmpty() || last(noted.last()).isPresent()) {
            return;
        }
        if (noted.last() > RollLog.read(directory).deletedTo()) {
            throw CorruptQueueException.lost(path(noted.last()));
        }
        checkNewest(); // another one is the newest now
    }

    /** Checks what an appender goes by. */
    public void verifyNewest() {
        checkNewest();
        verify(queue.lastCycle());
    }

    /** Returns the note of the last message in the file of that cycle. */
    public Optional<RollFile.Last> last(int cycle) {
        return RollFile.last(path(cycle), queue.rollCycle());
    }

    /** Checks that in the file of that cycle no message is between two that were found. */
    public void checkPages(int cycle, long from, long to) {
        check(cycle, file -> file.checkPages(from, to));
    }

    /** Checks that a message of that cycle has that number. */
    public void checkNumber(int cycle, long address, long number) {
        check(cycle, file -> file.checkNumber(address, number));
    }

    private void check(int cycle, Consumer<RollFile> check) {
        look(path(cycle), null, file -> {
            check.accept(file);
            return null;
        });
    }

    /** The file of that cycle, there or not. */
    public Path path(int cycle) {
        return names.resourceFor(cycle).path.toPath();
    }

    /** The newest cycle whose file says that it has messages. */
    public OptionalLong newestCycle() {
        checkNewest();
        final int newest = queue.lastCycle();
        if (newest >= 0 && last(newest).isPresent()) {
            return OptionalLong.of(newest);
        }
        return newestFirst(directory).stream()
                .mapToInt(this::cycle)
                .filter(cycle -> last(cycle).isPresent())
                .mapToLong(cycle -> cycle)
                .findFirst();
    }

    /** The number of that file. */
    public int cycle(Path file) {
        return Math.toIntExact(names.toLong(file.toFile()));
    }

    /** The last message from that one on: somebody may be writing. Empty when the file was deleted meanwhile, rightly. */
    private OptionalLong lastFrom(ExcerptTailer tailer, long index, long before, Optional<RollFile.Last> said) {
        boolean more = tailer.moveToIndex(index);
        long last = index;
        long address = -1;
        while (more) {
            try (DocumentContext context = tailer.readingDocument()) {
                more = context.isPresent() && context.index() < before;
                if (more) {
                    last = context.index();
                    address = sameFile(index, last) ? address(context) : address; // a file may be begun meanwhile
                }
            }
        }
        if (address < 0 || said.isPresent() && address < said.get().address()) {
            if (queue.rollCycle().toCycle(index) <= RollLog.read(directory).deletedTo()) {
                return OptionalLong.empty();
            }
            throw CorruptQueueException.at(
                    directory,
                    Positions.of(index, queue.rollCycle()),
                    "the last message of " + directory + ", at " + Positions.of(index, queue.rollCycle())
                            + ", cannot be reached",
                    null);
        }
        return OptionalLong.of(last);
    }

    private boolean sameFile(long one, long other) {
        return queue.rollCycle().toCycle(one) == queue.rollCycle().toCycle(other);
    }

    /** Returns the address in its file of a document that is open for reading. */
    public static long address(DocumentContext context) {
        return context.wire().bytes().readPosition() - Integer.BYTES;
    }

    private static String nameOf(File file) {
        final String name = file.getName();
        return name.substring(0, name.length() - SingleChronicleQueue.SUFFIX.length());
    }

    public static List<Path> newestFirst(Path directory) {
        return files(directory, SingleChronicleQueue.SUFFIX, Comparator.reverseOrder());
    }

    public static List<Path> oldestFirst(Path directory) {
        return files(directory, SingleChronicleQueue.SUFFIX, Comparator.naturalOrder());
    }

    private static List<Path> files(Path directory, String suffix, Comparator<Path> order) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(suffix))
                    .sorted(order)
                    .toList();
        } catch (final IOException e) {
            throw new QueueException("cannot list " + directory + ": " + e.getMessage(), e);
        }
    }

    /** The messages that come next were old, and were deleted because no reader with a name needed them. */
    public static final class DeletedFilesException extends QueueException {

        private static final long serialVersionUID = 1L;

        DeletedFilesException(Path file) {
            super(file
                    + " was old and is deleted, so that what comes next cannot be read any more: a reader with a name is"
                    + " waited for; one without can start again from what is left");
        }
    }
}
