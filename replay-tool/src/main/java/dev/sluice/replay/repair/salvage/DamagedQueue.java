package dev.sluice.replay.repair.salvage;

import dev.sluice.api.Position;
import dev.sluice.api.QueueException;
import dev.sluice.internal.queue.document.QueueDirectory;
import dev.sluice.internal.queue.files.Chronicle;
import dev.sluice.internal.queue.files.Positions;
import dev.sluice.internal.queue.files.QueueTable;
import dev.sluice.internal.queue.files.RollFile;
import dev.sluice.internal.queue.files.RollFiles;
import dev.sluice.internal.queue.files.RollLog;
import dev.sluice.replay.repair.salvage.MisplacedFiles.Misplaced;
import dev.sluice.replay.repair.salvage.SalvagedFile.Condition;
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
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import net.openhft.chronicle.queue.RollCycle;
import net.openhft.chronicle.queue.impl.RollingResourcesCache;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;

/**
 * One queue of a pair as its files stand, whatever happened to them: read without Chronicle, without a lock, and without
 * changing anything. What changes it says so, and is for whoever holds the {@link RepairLock}. One thread.
 */
public final class DamagedQueue {

    private final QueueDirectory directory;
    private final RollCycle cycle;
    private final RollingResourcesCache names;
    private List<FileContents> placed = List.of();
    private List<Path> newer = List.of();
    private Map<Integer, Misplaced> misplaced = Map.of();

    private DamagedQueue(QueueDirectory directory) {
        this.directory = directory;
        this.cycle = directory.cycle();
        this.names = new RollingResourcesCache(
                cycle,
                0,
                name -> directory
                        .path()
                        .resolve(name + SingleChronicleQueue.SUFFIX)
                        .toFile(),
                file -> {
                    final String name = file.getName();
                    return name.substring(0, name.length() - SingleChronicleQueue.SUFFIX.length());
                });
    }

    /**
     * The queue in that directory.
     *
     * @param properties what its properties must have said, if they cannot be read
     * @throws QueueException if its properties cannot be read
     */
    public static DamagedQueue open(Path path, Optional<String> properties) {
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

    public Path path() {
        return directory.path();
    }

    /**
     * Finds files of a pair that hold other messages than belong there; from then on they count as missing.
     *
     * @param progress told from time to time how many bytes were read
     */
    public static void compare(DamagedQueue input, DamagedQueue output, LongConsumer progress) {
        MisplacedFiles.find(input, output, progress);
    }

    void knowNewer(Collection<FileContents> files) {
        newer = files.stream()
                .filter(FileContents::newer)
                .map(FileContents::path)
                .toList();
    }

    /** Files with messages of a later release, which cannot be read here. */
    public List<Path> newer() {
        return newer;
    }

    void know(List<FileContents> itsPlaced, Map<Integer, Misplaced> itsMisplaced) {
        placed = List.copyOf(itsPlaced);
        misplaced = Map.copyOf(itsMisplaced);
    }

    /** Whether the log has lines of files that are not there, and none of some that are: a line was damaged, or a file renamed. */
    public boolean isLogDoubtful() {
        final NavigableSet<Integer> there = new TreeSet<>(files().keySet());
        there.removeAll(misplaced.keySet());
        files().values().stream()
                .filter(this::isHalfMade)
                .forEach(file -> cycleOf(file).ifPresent(there::remove));
        final NavigableSet<Integer> logged = logged();
        return !logged.containsAll(there) && !there.containsAll(logged);
    }

    /** What is wrong with each file that holds messages of elsewhere, if some of them cannot be read where they belong. */
    public Map<Path, String> strangers() {
        final Map<Path, String> strangers = new TreeMap<>();
        misplaced.forEach((its, how) -> {
            if (!how.certain()) {
                strangers.put(file(its), how.why());
            }
        });
        return strangers;
    }

    boolean isOutput() {
        return directory.answers().isPresent();
    }

    /** Whether the first message there ever was should be there. */
    boolean isFromFirst() {
        return RollLog.readable(directory.path()).deletedTo() < 0 && !beginsLater();
    }

    /** The files that should be there, by what can be read of the log. */
    NavigableSet<Integer> logged() {
        final RollLog log = RollLog.readable(directory.path());
        return new TreeSet<>(log.cycles()).tailSet(log.deletedTo(), false);
    }

    /** The roll files that there are. */
    NavigableMap<Integer, Path> files() {
        final NavigableMap<Integer, Path> files = new TreeMap<>();
        RollFiles.oldestFirst(directory.path()).forEach(path -> cycleOf(path).ifPresent(its -> files.put(its, path)));
        return files;
    }

    FileContents contents(Path file, int its, boolean over, Consumer<SalvagedDocument> told) {
        return FileContents.of(file, its, directory, over, told);
    }

    /** Where that index is, to be printed. */
    public Position position(long index) {
        return Positions.of(index, cycle);
    }

    /** The index of a document. */
    public long index(int itsCycle, long number) {
        return cycle.toIndex(itsCycle, number);
    }

    public int cycle(long index) {
        return cycle.toCycle(index);
    }

    /** The number of a document in its file. */
    public long number(long index) {
        return cycle.toSequenceNumber(index);
    }

    /** The id of the queue. */
    public String id() {
        return directory.id().toString();
    }

    /** The id of the input that an output answers. */
    public Optional<String> answers() {
        return directory.answers().map(Object::toString);
    }

    /** Whether an output took the place of a lost one, and so does not answer the first requests there ever were. */
    public boolean beginsLater() {
        return directory.begins().isPresent();
    }

    /** Why Chronicle's table cannot be used, if so. */
    public Optional<String> tableFault() {
        final Path table = directory.path().resolve(QueueTable.FILE);
        if (Files.notExists(table)) {
            return Optional.empty();
        }
        final QueueTable said = new QueueTable(directory.path());
        if (!said.isAsMade(directory.tableChecksum())) {
            return Optional.of("damaged, or left half made by a process that was killed");
        }
        final TreeSet<Integer> there = new TreeSet<>();
        RollFiles.oldestFirst(directory.path()).forEach(file -> cycleOf(file).ifPresent(there::add));
        final OptionalLong newest = said.listed("highestCycle");
        return !there.isEmpty() && newest.isPresent() && newest.getAsLong() != there.last()
                ? Optional.of("says that the newest file is " + newest.getAsLong() + ", and " + there.last() + " is")
                : Optional.empty();
    }

    /**
     * What of the log of roll files is not as it should be, if anything: a line that is no number, or one of a file that never was
     * while one that there is has none.
     */
    public Optional<String> logFault() {
        final RollLog right = rightLog();
        final NavigableSet<Integer> said;
        try {
            said = RollLog.read(directory.path()).cycles();
        } catch (final QueueException e) {
            return Optional.of("a line that is no number");
        }
        if (said.equals(right.cycles())) {
            return Optional.empty();
        }
        final TreeSet<Integer> missing = new TreeSet<>(right.cycles());
        missing.removeAll(said);
        final TreeSet<Integer> wrong = new TreeSet<>(said);
        wrong.removeAll(right.cycles());
        return Optional.of((missing.isEmpty() ? "" : "no line for " + missing)
                + (missing.isEmpty() || wrong.isEmpty() ? "" : ", and ")
                + (wrong.isEmpty() ? "" : "lines for " + wrong + ", which cannot have been"));
    }

    /** The log as it should be, by its lines and by the files that there are. */
    private RollLog rightLog() {
        final RollLog read = RollLog.readable(directory.path());
        final TreeSet<Integer> there = new TreeSet<>();
        files().forEach((its, file) -> {
            if (!isHalfMade(file) && !misplaced.containsKey(its)) {
                there.add(its);
            }
        });
        final TreeSet<Integer> unknown = new TreeSet<>(there);
        unknown.removeAll(read.cycles());
        final TreeSet<Integer> right = new TreeSet<>(read.cycles());
        right.addAll(there);
        final int newest = there.isEmpty() ? Integer.MAX_VALUE : there.last();
        // Where a file has no line, a line without a file is a damaged one, not a file that was lost.
        right.removeIf(its -> its > read.deletedTo()
                && !there.contains(its)
                && (!unknown.isEmpty() || its > newest && its > cycle.current(System::currentTimeMillis, 0) + 1));
        return new RollLog(right, read.deletedTo());
    }

    /** Writes the log as it should be. */
    public void rewriteLog() throws IOException {
        rightLog().replace(directory.path());
    }

    /** Takes a file out of the log, as if it had never had a message. */
    public void forgetFile(int itsCycle) throws IOException {
        final RollLog log = RollLog.readable(directory.path());
        final TreeSet<Integer> others = new TreeSet<>(log.cycles());
        others.remove(itsCycle);
        new RollLog(others, log.deletedTo()).replace(directory.path());
    }

    /** The file of that cycle, there or not. */
    public SalvagedFile missing(int itsCycle) {
        return new SalvagedFile(file(itsCycle), itsCycle, Condition.MISSING, List.of(), List.of(), 0);
    }

    /** Notes that the files up to that cycle are not there any more. */
    public void noteDeleted(int lastCycle) {
        RollLog.noteDeleted(directory.path(), lastCycle);
    }

    /** Notes a file that has messages. */
    public void noteFile(int itsCycle) {
        RollLog.note(directory.path(), itsCycle, file(itsCycle));
    }

    /** Whether the first files there ever were are deleted. */
    public boolean hasDeleted() {
        return rightLog().deletedTo() >= 0;
    }

    /** Where Chronicle's table is. */
    public Path table() {
        return directory.path().resolve(QueueTable.FILE);
    }

    /** Where the log of roll files is. */
    public Path log() {
        return RollLog.path(directory.path());
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

    private boolean isHalfMade(Path file) {
        final Optional<RollFile> opened = RollFile.open(file, cycle);
        try (RollFile roll = opened.orElse(null)) {
            return roll == null || roll.isHalfMade();
        }
    }

    /** Roll files that are none of this queue's. */
    public List<Path> foreign() {
        return RollFiles.oldestFirst(directory.path()).stream()
                .filter(file -> cycleOf(file).isEmpty())
                .toList();
    }

    /** The bytes of all its roll files. */
    public long bytes() {
        long bytes = 0;
        for (final Path file : RollFiles.oldestFirst(directory.path())) {
            bytes += file.toFile().length();
        }
        return bytes;
    }

    /**
     * Reads all files, and says what there is: those that are there, and those that should be.
     *
     * @param progress told from time to time how many bytes were read
     */
    public List<SalvagedFile> look(LongConsumer progress) {
        final RollLog log = rightLog();
        final NavigableMap<Integer, Path> files = files();
        log.cycles().tailSet(log.deletedTo(), false).forEach(its -> files.putIfAbsent(its, file(its)));
        final int newest = files.values().stream()
                .filter(path -> !isHalfMade(path))
                .mapToInt(path -> cycleOf(path).orElse(-1))
                .filter(its -> !misplaced.containsKey(its))
                .max()
                .orElse(-1);
        final SalvageOrder order = new SalvageOrder(directory.answers().isPresent(), log.deletedTo() < 0);
        final List<SalvagedFile> found = new ArrayList<>();
        int lastDamaged = -1;
        long before = 0;
        for (final int its : files.keySet()) {
            final long bytes = before;
            SalvagedFile file = misplaced.containsKey(its)
                    ? none(files.get(its), its, misplaced.get(its).why())
                    : RollFileSalvage.look(
                            files.get(its), its, directory, its < newest, order, at -> progress.accept(bytes + at));
            before += files.get(its).toFile().length();
            final long deficit = order.takeDeficit();
            if (deficit > 0 && lastDamaged >= 0) {
                final SalvagedFile longer = found.get(lastDamaged);
                found.set(lastDamaged, longer.extendedTo(longer.count() + deficit));
            }
            if (file.condition() == Condition.NONE && log.cycles().contains(its)) {
                file = new SalvagedFile(file.path(), its, Condition.MISSING, file.faults(), List.of(), 0);
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
                .filter(contents -> contents.cycle() == file.cycle())
                .findFirst()
                .map(contents -> file.leavingOut(contents.wanted(placed) - (file.count() - file.lost())))
                .orElse(file);
    }

    private static SalvagedFile none(Path file, int its, String why) {
        return new SalvagedFile(file, its, Condition.NONE, List.of(why), List.of(), 0);
    }

    /** What a file has, to be closed. */
    public SalvagedDocuments documents(SalvagedFile file) {
        return new SalvagedDocuments(directory, file);
    }

    /**
     * Writes a file anew, beside the queue, from what can be read of it.
     *
     * @param ended whether a later file has messages
     * @param instead the bytes of the document that takes the place of the lost one of that number
     * @param work a directory for that, which is made
     * @return the new file, on disk
     */
    public Path rewrite(
            SalvagedFile file, boolean ended, LongFunction<byte[]> instead, Path work, LongConsumer progress)
            throws IOException {
        return RollFileRewriter.rewrite(directory, file, ended, instead, work, progress);
    }
}
