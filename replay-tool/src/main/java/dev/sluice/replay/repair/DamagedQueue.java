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
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
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

    /**
     * A file that holds other messages than belong there.
     *
     * @param why in words
     * @param certain whether all that can be read in it is where it belongs, in another file
     */
    record Misplaced(String why, boolean certain) {}

    private final QueueDirectory directory;
    private final RollCycle cycle;
    private final RollingResourcesCache names;
    private List<FileContents> contents = List.of();
    private List<FileContents> placed = List.of();
    private Map<Integer, Misplaced> misplaced = Map.of();

    private DamagedQueue(QueueDirectory directory) {
        this.directory = directory;
        this.cycle = directory.cycle();
        this.names = RollFiles.names(directory.path(), cycle, 0);
    }

    /**
     * The queue in that directory.
     *
     * @param properties what its properties must have said, if they cannot be read
     * @throws QueueException if its properties cannot be read
     */
    static DamagedQueue open(Path path, Optional<String> properties) {
        Chronicle.checkFlags();
        Chronicle.quiet();
        try {
            return new DamagedQueue(
                    properties.isEmpty()
                            ? QueueDirectory.load(path)
                            : QueueDirectory.read(path, new StringReader(properties.get())));
        } catch (final IOException e) {
            throw new QueueException("cannot read the queue in " + path + ": " + e.getMessage(), e);
        }
    }

    /** Its directory, and what its properties say. */
    QueueDirectory directory() {
        return directory;
    }

    void know(Collection<FileContents> all, List<FileContents> inPlace, Map<Integer, Misplaced> outOfPlace) {
        contents = List.copyOf(all);
        placed = List.copyOf(inPlace);
        misplaced = Map.copyOf(outOfPlace);
    }

    /** Files with messages of a later release, which cannot be read here. */
    List<Path> newer() {
        return contents.stream()
                .filter(FileContents::newer)
                .map(FileContents::path)
                .toList();
    }

    /** The faults of files that hold messages of elsewhere, if some of them cannot be read where they belong. */
    Map<Path, String> strangers() {
        final Map<Path, String> strangers = new TreeMap<>();
        misplaced.forEach((its, how) -> {
            if (!how.certain()) {
                strangers.put(file(its), how.why());
            }
        });
        return strangers;
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

    /** The files that should be there, by what can be read of the log. */
    NavigableSet<Integer> logged() {
        return expected(RollLog.readable(directory.path()));
    }

    /** The files that should be there, by the log as it should be. */
    NavigableSet<Integer> expected() {
        return expected(rightLog());
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

    /** The cycles of the files that hold what belongs there. */
    private NavigableSet<Integer> there() {
        final NavigableMap<Integer, Path> files = files();
        files.keySet().removeAll(misplaced.keySet());
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

    /** Whether the log has lines of files that are not there, and none of some that are: a line was damaged, or a file renamed. */
    boolean isLogDoubtful() {
        final NavigableSet<Integer> there = there();
        final NavigableSet<Integer> logged = logged();
        return !logged.containsAll(there) && !there.containsAll(logged);
    }

    /**
     * The fault of the log of roll files, if it has one: a line that is no number, or one of a file that never was while one
     * that there is has none.
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
        final boolean allKnown = read.cycles().containsAll(there);
        final TreeSet<Integer> right = new TreeSet<>(read.cycles());
        right.addAll(there);
        final int newest = there.isEmpty() ? Integer.MAX_VALUE : there.last();
        // Where a file has no line, a line without a file is a damaged one, not a file that was lost.
        right.removeIf(its -> its > read.deletedTo()
                && !there.contains(its)
                && (!allKnown || its > newest && its > cycle.current(System::currentTimeMillis, 0) + 1));
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
        return SalvagedFile.without(file(itsCycle), itsCycle, Condition.MISSING);
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
        final SalvageOrder order = new SalvageOrder(directory.answers().isPresent(), log.deletedTo() < 0);
        final List<SalvagedFile> found = new ArrayList<>();
        int lastDamaged = -1;
        long before = 0;
        for (final int its : files.keySet()) {
            final long bytes = before;
            final Path path = files.get(its);
            final boolean over = !there.isEmpty() && its < there.last();
            SalvagedFile file = misplaced.containsKey(its)
                    ? SalvagedFile.without(
                            path, its, Condition.NONE, misplaced.get(its).why())
                    : RollFileSalvage.look(path, its, directory, over, order, at -> progress.accept(bytes + at));
            before += path.toFile().length();
            final long deficit = order.takeDeficit();
            if (deficit > 0 && lastDamaged >= 0) {
                final SalvagedFile longer = found.get(lastDamaged);
                found.set(lastDamaged, longer.extendedTo(longer.count() + deficit));
            }
            if (file.condition() == Condition.NONE && log.cycles().contains(its)) {
                file = new SalvagedFile(path, its, Condition.MISSING, file.faults(), List.of(), 0);
            }
            if (file.condition() == Condition.DAMAGED || file.condition() == Condition.MISSING) {
                lastDamaged = found.size();
                order.endDamaged();
            }
            found.add(file);
        }
        return found.stream().map(this::countLeftOut).toList();
    }

    /** Nothing that can be read is left out in silence. */
    private SalvagedFile countLeftOut(SalvagedFile file) {
        return placed.stream()
                .filter(its -> its.cycle() == file.cycle())
                .findFirst()
                .map(its -> file.leavingOut(its.wanted(placed) - (file.count() - file.lost())))
                .orElse(file);
    }
}
