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
 * The roll files of a queue, one for each cycle. A kill during the creation of a file leaves it without a header and without
 * messages. Such a file delays every opening of the queue. It also makes Chronicle's {@code toEnd()} go to the start of the
 * queue, with only a warning, so a gateway would answer all requests again.
 */
public final class RollFiles {

    private final SingleChronicleQueue queue;
    private final Path directory;
    private final RollingResourcesCache names;
    private FirstMessages firstMessages = new FirstMessages(Map.of());
    private int asBegun = -1;

    /** Gives access to the files of an open queue. */
    public RollFiles(SingleChronicleQueue queue, Path directory) {
        this.queue = queue;
        this.directory = directory;
        this.names = names(directory, queue.rollCycle(), queue.epoch());
    }

    /** Returns the mapping between the cycles and the files of a queue. */
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

    /**
     * Deletes files without a header, and files prepared for cycles that have begun. Safe only if no process can create files.
     */
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

    /** Returns the index of the last message; empty if there is none. */
    public OptionalLong lastIndex() {
        checkNewest();
        return Chronicle.translate(directory, this::findLastIndex);
    }

    private OptionalLong findLastIndex() {
        queue.refreshDirectoryListing();
        return first(() -> newestFirst(directory), file -> findLastIndex(file, Long.MAX_VALUE));
    }

    /** Returns the index of the last message in a file; empty if it has none. */
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

    /** Returns the index of the first message; empty if there is none. */
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

    /**
     * Returns the index of the message that is {@code count} places from the end; the last message is one place from the end. If
     * there are fewer messages, returns the index of the first message.
     */
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

    /** Searches one file after another, and returns the first result. Searches again if a file was deleted during the search. */
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
     * Checks the headers, indexes and ends of the files from a cycle on.
     *
     * @throws QueueException if a file was damaged
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
     * Checks the files from a cycle on: each file that ever had messages must exist and still have messages.
     *
     * @throws CorruptQueueException if a file was lost
     * @throws DeletedFilesException if retention deleted a file
     */
    public void checkComplete(int fromCycle) {
        checkComplete(RollLog.read(directory).cycles().tailSet(fromCycle));
    }

    private void checkComplete(SortedSet<Integer> cycles) {
        for (final int cycle : cycles) {
            if (last(cycle).isEmpty()) {
                checkNotDeleted(cycle); // reads the log again, because a deletion is logged before it happens
                throw CorruptQueueException.lost(path(cycle));
            }
        }
    }

    /**
     * Checks that no file before a cycle was lost. Files that retention deleted do not count.
     *
     * @throws CorruptQueueException if a file with messages was lost
     */
    public void checkNoneIsLostBefore(int first) {
        boolean checked = false;
        while (!checked) {
            try {
                final RollLog log = RollLog.read(directory);
                checkComplete(log.cycles().subSet(Math.min(first, log.deletedTo() + 1), first));
                checked = true;
            } catch (final DeletedFilesException e) {
                // retention has deleted more files, so try again
            }
        }
    }

    /** Records permanently that a file has its first message. Any process may do this. */
    public static void noteBegun(Path directory, int cycle, Path roll, RollCycle cycles) {
        FirstMessages.note(directory, cycle, roll, cycles);
        RollLog.note(directory, cycle, roll);
    }

    /**
     * Whether the files from one cycle to another still begin with their recorded first messages. If so, none of these files was
     * lost or exchanged. A file that is not in the log passes, because no client ever wrote to it. A later call skips the files
     * that passed before, except the last one. Used by one thread.
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

    /** Checks that retention has not deleted the file of a cycle. */
    public void checkNotDeleted(int cycle) {
        if (cycle <= RollLog.read(directory).deletedTo()) {
            throw new DeletedFilesException(path(cycle));
        }
    }

    /** Checks that the newest file that ever had messages exists. Retention deletes it only if there is a newer file. */
    private void checkNewest() {
        final NavigableSet<Integer> noted = RollLog.read(directory).cycles();
        if (noted.isEmpty() || last(noted.last()).isPresent()) {
            return;
        }
        if (noted.last() > RollLog.read(directory).deletedTo()) {
            throw CorruptQueueException.lost(path(noted.last()));
        }
        checkNewest(); // there is a newer file now
    }

    /** Checks the newest file before an appender uses it. */
    public void verifyNewest() {
        checkNewest();
        verify(queue.lastCycle());
    }

    /** Returns where the last message is according to the header of a cycle's file. */
    public Optional<RollFile.Last> last(int cycle) {
        return RollFile.last(path(cycle), queue.rollCycle());
    }

    /** Checks that a cycle's file has no message between two addresses, only pages of the index. */
    public void checkPages(int cycle, long from, long to) {
        check(cycle, file -> file.checkPages(from, to));
    }

    /** Checks that the message at an address of a cycle's file has this number. */
    public void checkNumber(int cycle, long address, long number) {
        check(cycle, file -> file.checkNumber(address, number));
    }

    private void check(int cycle, Consumer<RollFile> check) {
        look(path(cycle), null, file -> {
            check.accept(file);
            return null;
        });
    }

    /** Returns the path of a cycle's file, which need not exist. */
    public Path path(int cycle) {
        return names.resourceFor(cycle).path.toPath();
    }

    /** Returns the newest cycle whose file has messages according to its header. */
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

    /** Returns the cycle of a file. */
    public int cycle(Path file) {
        return Math.toIntExact(names.toLong(file.toFile()));
    }

    /** Finds the last message, at {@code index} or later. Empty if retention deleted the file during the search. */
    private OptionalLong lastFrom(ExcerptTailer tailer, long index, long before, Optional<RollFile.Last> said) {
        boolean more = tailer.moveToIndex(index);
        long last = index;
        long address = -1;
        while (more) {
            try (DocumentContext context = tailer.readingDocument()) {
                more = context.isPresent() && context.index() < before;
                if (more) {
                    last = context.index();
                    address = sameFile(index, last) ? address(context) : address; // a new file may have begun
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

    /** Returns the address, within its file, of a document that is open for reading. */
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

    /** Reports that retention has deleted the next messages, because they were old and no named reader needed them. */
    public static final class DeletedFilesException extends QueueException {

        private static final long serialVersionUID = 1L;

        DeletedFilesException(Path file) {
            super(file
                    + " was old and is deleted, so the next messages cannot be read any more: retention waits only for"
                    + " readers with a name; a reader without a name can start again from the first existing message");
        }
    }
}
