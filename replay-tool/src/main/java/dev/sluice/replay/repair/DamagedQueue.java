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
 * One queue of a pair as its files are, whatever happened to them: read without Chronicle, without a lock, and without
 * changing anything. Methods that change something say so, and are for {@link Work}. One thread.
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
     * The queue in that directory.
     *
     * @throws QueueException if its properties cannot be read
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

    /** Its directory, and what its properties say. */
    QueueDirectory directory() {
        return directory;
    }

    /** Roll files that are none of this queue's. */
    List<Path> foreign() {
        return RollFiles.oldestFirst(directory.path()).stream()
                .filter(file -> cycleOf(file).isEmpty())
                .toList();
    }

    /** Whether the first message there ever was should be there. */
    boolean isFromFirst() {
        return RollLog.readable(directory.path()).deletedTo() < 0
                && directory.begins().isEmpty();
    }

    /** Whether the file of that cycle was deleted because nobody needed it. */
    boolean isDeleted(int itsCycle) {
        return itsCycle <= RollLog.readable(directory.path()).deletedTo();
    }

    private static NavigableSet<Integer> expected(RollLog log) {
        return new TreeSet<>(log.cycles()).tailSet(log.deletedTo(), false);
    }

    /** The roll files that there are. */
    NavigableMap<Integer, Path> files() {
        final NavigableMap<Integer, Path> files = new TreeMap<>();
        RollFiles.oldestFirst(directory.path()).forEach(path -> cycleOf(path).ifPresent(its -> files.put(its, path)));
        return files;
    }

    /** The cycles of the files that hold something. */
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

    /** The bytes of all its roll files. */
    long bytes() {
        return RollFiles.oldestFirst(directory.path()).stream()
                .mapToLong(file -> file.toFile().length())
                .sum();
    }

    /** Where that index is, to be printed. */
    Position position(long index) {
        return Positions.of(index, cycle);
    }

    /** The index of a document. */
    long index(int itsCycle, long number) {
        return cycle.toIndex(itsCycle, number);
    }

    int cycle(long index) {
        return cycle.toCycle(index);
    }

    /** The number of a document in its file. */
    long number(long index) {
        return cycle.toSequenceNumber(index);
    }

    /** A file of the queue's directory, by the name that the operator sees. */
    String where(Path file) {
        return directory.path().getFileName() + "/" + file.getFileName();
    }

    /** The positions of a file's messages that cannot be read. */
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

    /** Where Chronicle's table is. */
    Path table() {
        return directory.path().resolve(QueueTable.FILE);
    }

    /** Why Chronicle's table cannot be used, if so. */
    Optional<String> tableFault() {
        if (Files.notExists(table())) {
            return Optional.empty();
        }
        final QueueTable said = new QueueTable(directory.path());
        if (!said.isAsMade(directory.tableChecksum())) {
            return Optional.of("damaged, or left half made by a process that was killed");
        }
        final NavigableMap<Integer, Path> files = files();
        final OptionalLong newest = said.listed("highestCycle");
        return !files.isEmpty() && newest.isPresent() && newest.getAsLong() != files.lastKey()
                ? Optional.of("says that the newest file is " + newest.getAsLong() + ", and " + files.lastKey() + " is")
                : Optional.empty();
    }

    /** Where the log of roll files is. */
    Path log() {
        return RollLog.path(directory.path());
    }

    /**
     * The files without a line in the log, while others that have one are not there: a file was renamed, or a line of the log
     * damaged.
     */
    List<Path> renamed() {
        final NavigableMap<Integer, Path> files = files();
        final NavigableSet<Integer> gone = new TreeSet<>(expected(rightLog()));
        gone.removeAll(files.keySet());
        files.keySet().removeAll(RollLog.readable(directory.path()).cycles());
        return gone.isEmpty() ? List.of() : List.copyOf(files.values());
    }

    /**
     * The fault of the log of roll files, if it has one: a line that is no number, no line of a file that there is, or one of a
     * file that cannot have been.
     */
    Optional<String> logFault() {
        final NavigableSet<Integer> said;
        try {
            said = RollLog.read(directory.path()).cycles();
        } catch (final QueueException e) {
            return Optional.of("a line that is no number");
        }
        final TreeSet<Integer> missing = new TreeSet<>(rightLog().cycles());
        final TreeSet<Integer> wrong = new TreeSet<>(said);
        wrong.removeAll(missing);
        missing.removeAll(said);
        final List<String> faults = new ArrayList<>();
        if (!missing.isEmpty()) {
            faults.add("no line for " + missing);
        }
        if (!wrong.isEmpty()) {
            faults.add("lines for " + wrong + ", which cannot have been");
        }
        return faults.isEmpty() ? Optional.empty() : Optional.of(String.join(", and ", faults));
    }

    /** The log as it should be, by its lines and by the files that there are. */
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

    /** Writes the log as it should be. */
    void rewriteLog() throws IOException {
        rightLog().replace(directory.path());
    }

    /** Takes a file out of the log, as if it had never had a message. */
    void forgetFile(int itsCycle) throws IOException {
        final RollLog log = RollLog.readable(directory.path());
        final TreeSet<Integer> others = new TreeSet<>(log.cycles());
        others.remove(itsCycle);
        new RollLog(others, log.deletedTo()).replace(directory.path());
    }

    /** The file of that cycle, as one that is not there. */
    SalvagedFile missing(int itsCycle) {
        return SalvagedFile.without(file(itsCycle), itsCycle, Condition.GONE, "is gone");
    }

    /**
     * Reads all files, and says what there is: those that are there, and those that should be.
     *
     * @param progress told from time to time how many bytes were read
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

    /** Running numbers say that so many messages were lost at its end. */
    private static SalvagedFile lacking(SalvagedFile file, long messages) {
        return switch (file.condition()) {
            case UNENDED ->
                file.misplaced("ends too early, " + SalvagedFile.count(messages, "message")
                        + " before the next file begins, and is whole: it is an older copy");
            case DAMAGED, EMPTY -> file.extendedTo(file.count() + messages);
            default -> file;
        };
    }
}
