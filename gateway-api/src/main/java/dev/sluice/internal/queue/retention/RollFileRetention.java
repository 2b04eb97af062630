package dev.sluice.internal.queue.retention;

import dev.sluice.api.QueueException;
import dev.sluice.internal.fault.FaultPoint;
import dev.sluice.internal.queue.InputQueue;
import dev.sluice.internal.queue.OutputQueue;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.queue.files.RollFileSync;
import dev.sluice.internal.queue.files.RollFiles;
import dev.sluice.internal.queue.files.RollLog;
import dev.sluice.internal.queue.retention.RetentionRules.NamedReader;
import dev.sluice.internal.queue.retention.RetentionRules.QueueFile;
import dev.sluice.internal.queue.state.GatewayLock;
import dev.sluice.transport.LastAnswered;
import dev.sluice.transport.Retention;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;

/**
 * Deletes the roll files of a queue pair that are no longer needed. The requests of such files are answered, their results are on
 * disk, every named reader (open or not) has read these results, and the files are old enough. Retention keeps the file from
 * which a restarted gateway continues. Before the last request of a named writer is deleted, the writer's position is stored.
 *
 * <p>A reader without a name does not hold back a deletion. An open reader reads a deleted file to its end, and fails if the next
 * file is also missing. A new reader that starts from the first result begins with the first existing file.
 *
 * <p>The methods are slow, so call them on a dedicated thread. Only {@link #stop} may be called from other threads. The queues
 * must stay open.
 */
public final class RollFileRetention implements Retention {

    private static final LastAnswered NOTHING = new LastAnswered(-1, 0, -1, 0, 0);

    private final QueuePair queues;
    private final Optional<GatewayLock> lock;
    private final InputQueue requests;
    private final SingleChronicleQueue input;
    private final OutputQueue output;
    private final Path inputPath;
    private final Path outputPath;
    private Map<QueueFile, Long> lastRequests = Map.of();
    private int syncedRequests;
    private int syncedResults;
    private volatile boolean stopped;

    /**
     * Creates the retention of a pair.
     *
     * @param lock the gateway's lock, which must be held for as long as the retention is used
     */
    public RollFileRetention(QueuePair queues, GatewayLock lock) {
        this(queues, Optional.of(lock));
    }

    /**
     * Creates the retention of a pair. Without a lock the retention can only give verdicts, and a gateway may serve the pair at
     * the same time.
     */
    public RollFileRetention(QueuePair queues, Optional<GatewayLock> lock) {
        this.queues = queues;
        this.lock = lock;
        this.requests = queues.input();
        this.input = requests.chronicle();
        this.output = queues.output();
        this.inputPath = input.file().toPath();
        this.outputPath = output.directory().path();
    }

    /** Returns a number that grows with each deletion. */
    private int deletedTo() {
        return RollLog.read(inputPath).deletedTo() + RollLog.read(outputPath).deletedTo();
    }

    @Override
    public List<Decision> verdicts(long durable, Duration age, Instant now) {
        return lock.isPresent() ? verdictsNow(durable, age, now) : verdictsBesideAGateway(durable, age, now);
    }

    /** Determines the verdicts, and starts again if a gateway deletes files before the verdicts are complete. */
    private List<Decision> verdictsBesideAGateway(long durable, Duration age, Instant now) {
        while (true) {
            final int deleted = deletedTo();
            try {
                return verdictsNow(durable, age, now);
            } catch (final QueueException e) {
                if (deleted == deletedTo()) {
                    throw e;
                }
            }
        }
    }

    private List<Decision> verdictsNow(long durable, Duration age, Instant now) {
        final Instant oldest = now.minus(age);
        // The readers' positions are read first. If a reader moves on after that, more files seem needed, never fewer.
        final List<NamedReader> readers = NamedReader.of(output);
        final Optional<LastAnswered> answered = queues.lastAnswered();
        answered.ifPresent(last -> queues.unansweredRequests(answered).close());
        final List<QueueFile> outputs = QueueFile.oldestFirst(output.chronicle(), outputPath);
        lastRequests = lastRequests(outputs, oldest);
        return new RetentionRules(
                        oldest,
                        input.rollCycle(),
                        output.chronicle().rollCycle(),
                        answered.orElse(NOTHING),
                        durable,
                        readers,
                        lastRequests)
                .verdicts(QueueFile.oldestFirst(input, inputPath), outputs);
    }

    private Map<QueueFile, Long> lastRequests(List<QueueFile> outputs, Instant oldest) {
        final Map<QueueFile, Long> found = new LinkedHashMap<>();
        long last = -1;
        for (final QueueFile file : outputs) {
            if (file.changed().isAfter(oldest)) {
                continue;
            }
            final Long known = lastRequests.get(file);
            last = known == null ? output.lastRequestIn(file.path()).orElse(last) : known;
            found.put(file, last);
        }
        return found;
    }

    @Override
    public List<Decision> delete(long durable, Duration age, Instant now, Progress progress) {
        lock.orElseThrow().checkHeld();
        final List<Decision> verdicts = verdicts(durable, age, now);
        if (verdicts.stream().noneMatch(Decision::deletable)) {
            return verdicts;
        }
        NamedReader.sync(outputPath);
        final Optional<String> obstacle = requests.settleWriters(firstLeft(verdicts), () -> {
            progress.requestRead();
            return stopped;
        });
        if (obstacle.isPresent()) {
            return verdicts.stream()
                    .map(verdict -> verdict.deletable()
                            ? new Decision(
                                    verdict.file(),
                                    verdict.bytes(),
                                    Decision.Fate.NEEDED,
                                    verdict.file(),
                                    obstacle.get())
                            : verdict)
                    .toList();
        }
        final List<Decision> done = new ArrayList<>();
        try {
            delete(verdicts, new RollFiles(input, inputPath), done, progress);
            delete(verdicts, new RollFiles(output.chronicle(), outputPath), done, progress);
        } finally {
            input.refreshDirectoryListing();
            output.chronicle().refreshDirectoryListing();
        }
        return done;
    }

    private long firstLeft(List<Decision> verdicts) {
        final int cycle = verdicts.stream()
                .filter(verdict -> verdict.file().startsWith(inputPath) && !verdict.deletable())
                .mapToInt(verdict -> new RollFiles(input, inputPath).cycle(verdict.file()))
                .findFirst()
                .orElseThrow(); // the file with the last answered request always stays
        return input.rollCycle().toIndex(cycle, 0);
    }

    private void delete(List<Decision> verdicts, RollFiles files, List<Decision> done, Progress progress) {
        int last = -1;
        for (final Decision verdict : verdicts) {
            if (verdict.deletable() && verdict.file().startsWith(files.directory())) {
                last = files.cycle(verdict.file());
            }
        }
        if (last >= 0 && !stopped) {
            RollLog.noteDeleted(files.directory(), last);
        }
        for (final Decision verdict : verdicts) {
            if (!verdict.file().startsWith(files.directory()) || (verdict.deletable() && stopped)) {
                continue;
            }
            if (verdict.deletable()) {
                delete(verdict.file());
                progress.deleted(verdict);
            }
            done.add(verdict);
        }
        if (last >= 0) {
            RollFileSync.force(files.directory());
            RollFiles.oldestFirst(files.directory()).stream()
                    .findFirst()
                    .ifPresent(oldest -> RollLog.compact(files.directory(), files.cycle(oldest)));
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (final IOException e) {
            throw new QueueException("cannot delete " + file + ", which is no longer needed: " + e.getMessage(), e);
        }
        FaultPoint.reached("file-deleted");
    }

    /**
     * Forces the answered requests and their results to disk, in every sync mode.
     *
     * @return the index of the last answered request, -1 if there is none
     */
    public long sync() {
        final Optional<LastAnswered> last = queues.lastAnswered();
        if (last.isEmpty()) {
            return -1;
        }
        // The input is forced first. If after a power cut the output were ahead of the input, the output would be
        // refused.
        syncedRequests = sync(input, inputPath, syncedRequests, last.get().requestIndex());
        syncedResults =
                sync(output.chronicle(), outputPath, syncedResults, last.get().resultIndex());
        return last.get().requestIndex();
    }

    private static int sync(SingleChronicleQueue queue, Path directory, int from, long last) {
        final int to = queue.rollCycle().toCycle(last);
        final RollFileSync files = new RollFileSync(directory);
        files.alsoForce(QueueFile.oldestFirst(queue, directory).stream()
                .filter(file -> file.cycle() >= from && file.cycle() <= to)
                .map(QueueFile::path)
                .toList());
        files.sync();
        return to;
    }

    /** Stops deleting. A deletion in progress ends after its current file. Any thread may call this. */
    public void stop() {
        stopped = true;
    }
}
