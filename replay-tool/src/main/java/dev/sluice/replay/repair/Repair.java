package dev.sluice.replay.repair;

import dev.sluice.api.QueueException;
import dev.sluice.internal.queue.files.RollFiles;
import dev.sluice.internal.queue.state.ExclusiveFile;
import dev.sluice.internal.queue.state.GatewayLock;
import dev.sluice.internal.queue.state.WriterLock;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/**
 * Puts a pair of queues right, as a {@link Diagnosis} says; keeps gateways, writers and whoever would open the queues away
 * meanwhile. Files that are replaced are kept beside the queues. It can be broken off
 * at any instant and done again.
 */
public final class Repair {

    /** The most rounds: some faults can be seen only after others are put right. */
    private static final int ROUNDS = 6;

    private static final DateTimeFormatter NAME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss-SSS");
    private static final long SPARE = 64L << 20;

    private final Path pair;
    private final Path kept;
    private final LongConsumer progress;
    private final Consumer<Finding> told;
    private final Consumer<String> reached;

    /**
     * @param progress told from time to time how much was read or written
     * @param told takes each finding that is put right, before it is
     * @param reached told of each instant at which it may be broken off
     */
    public Repair(Path pair, LongConsumer progress, Consumer<Finding> told, Consumer<String> reached) {
        this.pair = pair;
        this.kept = pair.resolve("repair-" + LocalDateTime.now().format(NAME));
        this.progress = progress;
        this.told = told;
        this.reached = reached;
    }

    /** The directory for files that are replaced. */
    public Path kept() {
        return kept;
    }

    /**
     * Puts the pair right.
     *
     * @return what is found afterwards
     * @throws QueueException if a gateway or a job uses the queues, or there is too little space
     */
    public Diagnosis apply() throws IOException {
        final Path output = pair.resolve("out");
        // Unlike gateways' and writers' own locks these change nothing: what a kill left half made is there to be
        // looked at.
        try (ExclusiveFile gateway =
                        ExclusiveFile.lock(ExclusiveFile.in(output, GatewayLock.FILE), "the output queue " + output);
                ExclusiveFile creation = ExclusiveFile.lock(
                        ExclusiveFile.in(pair, "create.lock"), "the opening of the queues in " + pair);
                FileChannel writers = WriterLock.acquireAlone(pair.resolve("in"))) {
            assert gateway != null && creation != null && writers != null;
            Diagnosis found = Diagnosis.of(pair, progress);
            for (int round = 0; round < ROUNDS && !steps(found).isEmpty(); round++) {
                if (found.isRefused()) {
                    return found;
                }
                checkSpace();
                final Work work = new Work(kept, progress, reached);
                for (final Finding finding : steps(found)) {
                    told.accept(finding);
                    finding.step().orElseThrow().run(work);
                    reached.accept("step");
                }
                found = Diagnosis.of(pair, progress);
            }
            return found;
        } finally {
            deleteIfEmpty();
        }
    }

    /** The findings to put right now: results after the requests that they need, files after logs and tables. */
    private static List<Finding> steps(Diagnosis found) {
        final List<Finding> all = found.findings().stream()
                .filter(finding -> finding.step().isPresent())
                .toList();
        final boolean output = all.stream().allMatch(Repair::isResults);
        return output
                ? all
                : all.stream().filter(finding -> !isResults(finding)).toList();
    }

    private static boolean isResults(Finding finding) {
        return finding.where().startsWith("out/") && finding.where().endsWith(".cq4");
    }

    /** A copy of a roll file and a new one beside it are there at once. */
    private void checkSpace() throws IOException {
        final long largest = Stream.of("in", "out")
                .flatMap(queue -> RollFiles.oldestFirst(pair.resolve(queue)).stream())
                .mapToLong(file -> file.toFile().length())
                .max()
                .orElse(0);
        final long used = SPARE + 2 * largest;
        final long left = Files.getFileStore(pair).getUsableSpace();
        if (left < used) {
            throw new QueueException(
                    "the disk of " + pair + " has " + (left >> 20) + " MB left, and a copy of its largest"
                            + " file and a new one beside it may take " + (used >> 20) + " MB: make room first");
        }
    }

    private void deleteIfEmpty() throws IOException {
        try {
            Files.deleteIfExists(kept);
        } catch (final DirectoryNotEmptyException e) {
            // it has what was replaced
        }
    }
}
