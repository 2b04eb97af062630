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
 * Deletes the roll files of a queue pair that nobody needs: answered, on disk, read by every named reader, open or not,
 * and old enough. What a restarting gateway or named writer goes on from stays, or is noted before.
 *
 * <p>Readers without a name ("from now on") are not waited for: one that is open reads its file to the end, though it is
 * gone, and fails where files are left out; one that starts from the first result gets what is left.
 *
 * <p>Slow, for a thread of its own: one at a time, but for {@link #stop}. The queues must stay open meanwhile.
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
     * Deletes the roll files of that pair.
     *
     * @param lock the gateway's, held for as long as this is used
     */
    public RollFileRetention(QueuePair queues, GatewayLock lock) {
        this(queues, Optional.of(lock));
    }

    /** Without a lock nothing can be deleted, and a gateway may run. */
    public RollFileRetention(QueuePair queues, Optional<GatewayLock> lock) {
        this.queues = queues;
        this.lock = lock;
        this.requests = queues.input();
        this.input = requests.chronicle();
        this.output = queues.output();
        this.inputPath = input.file().toPath();
        this.outputPath = output.directory().path();
    }

    /** Grows with each deletion. */
    private int deletedTo() {
        return RollLog.read(inputPath).deletedTo() + RollLog.read(outputPath).deletedTo();
    }

    @Override
    public List<Decision> verdicts(long durable, Duration age, Instant now) {
        return lock.isPresent() ? verdictsNow(durable, age, now) : verdictsBesideAGateway(durable, age, now);
    }

    /** Looks again where files went meanwhile. */
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
        // In this order, so that whatever happens meanwhile only makes more files needed.
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
                .orElseThrow(); // that of the request answered last stays
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
            throw new QueueException("cannot delete " + file + ", which nobody needs any more: " + e.getMessage(), e);
        }
        FaultPoint.reached("file-deleted");
    }

    /**
     * Brings the requests that are answered and their results to disk, whatever the sync mode.
     *
     * @return the index of the last of these requests, -1 if there is none
     */
    public long sync() {
        final Optional<LastAnswered> last = queues.lastAnswered();
        if (last.isEmpty()) {
            return -1;
        }
        // The input first: an output that is ahead of it after a power cut would be refused.
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

    /** Lets nothing more be deleted; what is under way ends after the file that it is at. Any thread. */
    public void stop() {
        stopped = true;
    }
}
