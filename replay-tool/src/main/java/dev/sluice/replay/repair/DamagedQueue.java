package dev.sluice.replay.repair;

import dev.sluice.api.Position;
import dev.sluice.api.QueueException;
import dev.sluice.internal.queue.document.QueueDirectory;
import dev.sluice.internal.queue.files.Chronicle;
import dev.sluice.internal.queue.files.Positions;
import dev.sluice.internal.queue.files.QueueTable;
import dev.sluice.internal.queue.files.RollFile;
import dev.sluice.internal.queue.files.RollFiles;
import dev.sluice.internal.queue.files.RollLog;
import dev.sluice.replay.repair.SalvagedFile.Condition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongConsumer;
import net.openhft.chronicle.queue.RollCycle;
import net.openhft.chronicle.queue.impl.RollingResourcesCache;

/**
 * Reads the files of one queue of a pair, even if they are damaged, without Chronicle and without a lock. A queue consists of one
 * roll file for each cycle (period of time), and a log of roll files lists their cycles. Only the methods that write this log
 * change a file; only a repair calls them. For one thread.
 */
final class DamagedQueue {

    private final QueueDirectory directory;
    private final RollCycle cycle;
    private final RollingResourcesCache names;

    private DamagedQueue(QueueDirectory directory) {
        this.directory = directory;
        this.cycle = directory.cycle();
        this.names = RollFiles.names(directory.path(), cycle, 0);
    }

    /**
     * Opens the queue in a directory.
     *
     * @throws QueueException if the queue's properties cannot be read
     */
    static DamagedQueue open(Path path) {
        Chronicle.checkFlags();
        Chronicle.quiet();
        try {
            return new DamagedQueue(QueueDirectory.load(path));
        } catch (final IOException e) {
            throw new QueueException("cannot read the queue in " + path + ": " + e.getMessage(), e);
        }
    }

    /** Returns the queue's directory, with the values of its properties file. */
    QueueDirectory directory() {
        return directory;
    }

    /** Returns the roll files whose names do not belong to this queue. */
    List<Path> foreign() {
        return RollFiles.oldestFirst(directory.path()).stream()
                .filter(file -> cycleOf(file).isEmpty())
                .toList();
    }

    /** Whether the queue should still contain its very first message, because nothing was deleted. */
    boolean isFromFirst() {
        return RollLog.readable(directory.path()).deletedTo() < 0
                && directory.begins().isEmpty();
    }

    /** Whether the file of a cycle was deleted by retention. */
    boolean isDeleted(int itsCycle) {
        return itsCycle <= RollLog.readable(directory.path()).deletedTo();
    }

    private static NavigableSet<Integer> expected(RollLog log) {
        return new TreeSet<>(log.cycles()).tailSet(log.deletedTo(), false);
    }

    /** Returns the existing roll files by their cycles. */
    NavigableMap<Integer, Path> files() {
        final NavigableMap<Integer, Path> files = new TreeMap<>();
        RollFiles.oldestFirst(directory.path()).forEach(path -> cycleOf(path).ifPresent(its -> files.put(its, path)));
        return files;
    }

    /** Returns the cycles of the existing files, except files that a kill left half created. */
    private NavigableSet<Integer> there() {
        final NavigableMap<Integer, Path> files = files();
        files.values().removeIf(file -> RollFile.look(file, cycle, true, RollFile::isHalfMade));
        return files.navigableKeySet();
    }

    private Path file(int itsCycle) {
        return names.resourceFor(itsCycle).path.toPath();
    }

    private Optional<Integer> cycleOf(Path file) {
        try {
            return Optional.of(Math.toIntExact(names.toLong(file.toFile())));
        } catch (final RuntimeException e) {
            return Optional.empty();
        }
    }

    /** Returns the size of all roll files in bytes. */
    long bytes() {
        return RollFiles.oldestFirst(directory.path()).stream()
                .mapToLong(file -> file.toFile().length())
                .sum();
    }

    /** Returns the position of an index, for printing. */
    Position position(long index) {
        return Positions.of(index, cycle);
    }

    /** Returns the index of a document. */
    long index(int itsCycle, long number) {
        return cycle.toIndex(itsCycle, number);
    }

    int cycle(long index) {
        return cycle.toCycle(index);
    }

    /** Returns the number of a document in its file. */
    long number(long index) {
        return cycle.toSequenceNumber(index);
    }

    /** Returns the name of a file of the queue as shown to the operator. */
    String where(Path file) {
        return directory.path().getFileName() + "/" + file.getFileName();
    }

    /** Returns the positions of a file's messages that cannot be read. */
    List<String> lost(SalvagedFile file) {
        return file.parts().stream()
                .filter(SalvagedFile.Part::lost)
                .map(part -> {
                    final long first = index(file.cycle(), part.first());
                    return directory.path().getFileName() + " " + position(first)
                            + (part.count() == 1 ? "" : ".." + position(first + part.count() - 1));
                })
                .toList();
    }

    /** Returns the path of Chronicle's table. */
    Path table() {
        return directory.path().resolve(QueueTable.FILE);
    }

    /** Returns the reason why Chronicle's table cannot be used; empty if the table is usable. */
    Optional<String> tableFault() {
        if (Files.notExists(table())) {
            return Optional.empty();
        }
        final QueueTable said = new QueueTable(directory.path());
        if (!said.isAsMade(directory.tableChecksum())) {
            return Optional.of("is damaged, or a process that was killed left it half created");
        }
        final NavigableMap<Integer, Path> files = files();
        final OptionalLong newest = said.listed("highestCycle");
        return !files.isEmpty() && newest.isPresent() && newest.getAsLong() != files.lastKey()
                ? Optional.of("says that the newest file is " + newest.getAsLong() + ", but it is " + files.lastKey())
                : Optional.empty();
    }

    /** Returns the path of the log of roll files. */
    Path log() {
        return RollLog.path(directory.path());
    }

    /**
     * Compares the existing files with the log. If files that have a line in the log are missing, returns the existing files
     * without a line: a file was renamed, or a line of the log is damaged. Otherwise returns none.
     */
    List<Path> renamed() {
        final NavigableMap<Integer, Path> files = files();
        final NavigableSet<Integer> gone = new TreeSet<>(expected(rightLog()));
        gone.removeAll(files.keySet());
        files.keySet().removeAll(RollLog.readable(directory.path()).cycles());
        return gone.isEmpty() ? List.of() : List.copyOf(files.values());
    }

    /**
     * Returns the fault of the log of roll files, if it has one: a line that is not a number, a missing line for an existing
     * file, or a line for a file that cannot have existed.
     */
    Optional<String> logFault() {
        final NavigableSet<Integer> said;
        try {
            said = RollLog.read(directory.path()).cycles();
        } catch (final QueueException e) {
            return Optional.of("has a line that is not a number");
        }
        final TreeSet<Integer> missing = new TreeSet<>(rightLog().cycles());
        final TreeSet<Integer> wrong = new TreeSet<>(said);
        wrong.removeAll(missing);
        missing.removeAll(said);
        final List<String> faults = new ArrayList<>();
        if (!missing.isEmpty()) {
            faults.add("has no line for " + missing);
        }
        if (!wrong.isEmpty()) {
            faults.add("has lines for files " + wrong + ", which cannot have existed");
        }
        return faults.isEmpty() ? Optional.empty() : Optional.of(String.join(", and ", faults));
    }

    /** Returns the correct log, derived from the present log's lines and the existing files. */
    private RollLog rightLog() {
        final RollLog read = RollLog.readable(directory.path());
        final NavigableSet<Integer> there = there();
        final TreeSet<Integer> right = new TreeSet<>(read.cycles());
        right.addAll(there);
        final int newest = there.isEmpty() ? Integer.MAX_VALUE : there.last();
        final int latest = Math.max(newest, cycle.current(System::currentTimeMillis, 0) + 1);
        right.removeIf(its -> its > read.deletedTo() && newest < its && latest < its);
        return new RollLog(right, read.deletedTo());
    }

    /** Writes the correct log. */
    void rewriteLog() throws IOException {
        rightLog().replace(directory.path());
    }

    /** Removes a file from the log, as if it had never had a message. */
    void forgetFile(int itsCycle) throws IOException {
        final RollLog log = RollLog.readable(directory.path());
        final TreeSet<Integer> others = new TreeSet<>(log.cycles());
        others.remove(itsCycle);
        new RollLog(others, log.deletedTo()).replace(directory.path());
    }

    /** Returns the file of a cycle, described as missing. */
    SalvagedFile missing(int itsCycle) {
        return SalvagedFile.without(file(itsCycle), itsCycle, Condition.GONE, "is gone");
    }

    /**
     * Reads all files, and describes both the existing and the missing ones.
     *
     * @param progress receives from time to time the number of bytes read
     */
    List<SalvagedFile> look(LongConsumer progress) {
        final RollLog log = rightLog();
        final NavigableMap<Integer, Path> files = files();
        expected(log).forEach(its -> files.putIfAbsent(its, file(its)));
        final NavigableSet<Integer> there = there();
        final Succession succession = new Succession(directory.answers().isPresent(), log.deletedTo() < 0);
        final List<SalvagedFile> found = new ArrayList<>();
        int lastDamaged = -1;
        long before = 0;
        for (final int its : files.keySet()) {
            final long bytes = before;
            final Path path = files.get(its);
            final boolean over = !there.isEmpty() && its < there.last();
            SalvagedFile file =
                    RollFileSalvage.look(path, its, directory, over, succession, at -> progress.accept(bytes + at));
            before += path.toFile().length();
            final long deficit = succession.takeDeficit();
            if (deficit > 0 && lastDamaged >= 0) {
                found.set(lastDamaged, lacking(found.get(lastDamaged), deficit));
            }
            if (file.condition() == Condition.NONE && log.cycles().contains(its)) {
                file = SalvagedFile.without(path, its, Condition.EMPTY, "is empty, or has no header");
            }
            if (file.condition() != Condition.WHOLE && file.condition() != Condition.NONE) {
                lastDamaged = found.size();
                succession.endDamaged();
            }
            found.add(file);
        }
        return found;
    }

    /** Returns a file to which lost messages at its end are added. The running numbers in the next file have shown the loss. */
    private static SalvagedFile lacking(SalvagedFile file, long messages) {
        return switch (file.condition()) {
            case UNENDED ->
                file.misplaced("is whole, but ends " + SalvagedFile.count(messages, "message")
                        + " before the next file begins: it is an older copy");
            case DAMAGED, EMPTY -> file.extendedTo(file.count() + messages);
            default -> file;
        };
    }
}
