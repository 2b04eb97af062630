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
 * Repairs a pair of queues according to a {@link Diagnosis}. During the repair, locks keep gateways, writers and other processes
 * from opening the queues. Replaced files are kept beside the queues. The repair can be interrupted at any instant and repeated.
 */
public final class Repair {

    /** The maximum number of rounds. More than one may be needed, because some faults are visible only after other repairs. */
    private static final int ROUNDS = 6;

    private static final DateTimeFormatter NAME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss-SSS");
    private static final long SPARE = 64L << 20;

    private final Path pair;
    private final Path kept;
    private final LongConsumer progress;
    private final Consumer<Finding> told;
    private final Consumer<String> reached;

    /**
     * @param progress receives from time to time the amount read or written
     * @param told receives each finding before it is repaired
     * @param reached receives the name of each point at which tests interrupt the repair
     */
    public Repair(Path pair, LongConsumer progress, Consumer<Finding> told, Consumer<String> reached) {
        this.pair = pair;
        this.kept = pair.resolve("repair-" + LocalDateTime.now().format(NAME));
        this.progress = progress;
        this.told = told;
        this.reached = reached;
    }

    /** Returns the directory for replaced files. */
    public Path kept() {
        return kept;
    }

    /**
     * Repairs the pair.
     *
     * @return the diagnosis afterwards
     * @throws QueueException if a gateway or a job uses the queues, or there is too little space
     */
    public Diagnosis apply() throws IOException {
        final Path output = pair.resolve("out");
        // Gateways and writers take locks that change files. The locks taken here change no file, so that the
        // diagnosis sees files that a kill left half created.
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

    /** Returns the findings to repair now. Files of results come last, because their repair needs the repaired requests. */
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

    /** Checks the free space, because a copy of a roll file and a new file exist at the same time. */
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
                    "the disk of " + pair + " has " + (left >> 20) + " MB left, but a copy of the largest"
                            + " file and a new file beside it may need " + (used >> 20) + " MB: make room first");
        }
    }

    private void deleteIfEmpty() throws IOException {
        try {
            Files.deleteIfExists(kept);
        } catch (final DirectoryNotEmptyException e) {
            // it holds the replaced files
        }
    }
}
