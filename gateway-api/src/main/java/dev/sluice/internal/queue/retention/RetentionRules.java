package dev.sluice.internal.queue.retention;

import dev.sluice.api.QueueException;
import dev.sluice.internal.queue.OutputPlace;
import dev.sluice.internal.queue.OutputQueue;
import dev.sluice.internal.queue.files.RollFile;
import dev.sluice.internal.queue.files.RollFiles;
import dev.sluice.internal.queue.state.StateFile;
import dev.sluice.transport.LastAnswered;
import dev.sluice.transport.Retention.Decision;
import dev.sluice.transport.Retention.Decision.Fate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import net.openhft.chronicle.queue.RollCycle;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;

/**
 * Decides which roll files may be deleted, from the state of the queues at one moment. Files are deleted from the oldest on,
 * without a gap. A file of requests may be deleted once the results of all its requests were read, and were written long enough
 * ago. A file of results may be deleted once the requests that these results answer may be deleted. So a request that still
 * exists and has no result in the output was never answered.
 *
 * @param oldest the start of the retention time; files that were changed after this instant stay
 * @param answered the last answered request; its indexes are -1 if there is none
 * @param durable the index of the last request whose result is on disk, -1 if there is none
 * @param lastRequests for each output file that is old enough, the index of the last request whose result is in this file or in
 *     an earlier file; -1 if there is none
 */
record RetentionRules(
        Instant oldest,
        RollCycle inputCycle,
        RollCycle outputCycle,
        LastAnswered answered,
        long durable,
        List<NamedReader> readers,
        Map<QueueFile, Long> lastRequests) {

    /** A file that stays, and the verdict on it. */
    private record Kept(QueueFile file, Decision verdict) {

        /** Returns the verdict on another file, which must stay because this file stays. */
        Decision about(QueueFile other) {
            return new Decision(other.path(), other.bytes(), verdict.fate(), verdict.cause(), verdict.reason());
        }
    }

    /** Returns a verdict on each file. Both lists must be sorted from the oldest file to the newest. */
    List<Decision> verdicts(List<QueueFile> inputs, List<QueueFile> outputs) {
        final List<Decision> verdicts = new ArrayList<>();
        final long longAnswered = longAnswered(outputs);
        final Optional<Kept> first = judge(inputs, file -> request(file, longAnswered), verdicts);
        judge(outputs, file -> result(file, first), verdicts);
        return verdicts;
    }

    /**
     * Returns the last request whose result is old enough. A result counts as old enough if its output file and all earlier
     * output files are old enough.
     */
    private long longAnswered(List<QueueFile> outputs) {
        long last = -1;
        for (final QueueFile file : outputs) {
            if (isRecent(file)) {
                return last;
            }
            last = lastRequests.get(file);
        }
        return last;
    }

    /** Adds a verdict for each file, and returns the first file that stays. All files after this file stay, too. */
    private static Optional<Kept> judge(
            List<QueueFile> files, Function<QueueFile, Decision> rule, List<Decision> verdicts) {
        Optional<Kept> first = Optional.empty();
        for (final QueueFile file : files) {
            final Decision own = rule.apply(file);
            if (first.isEmpty() && !own.deletable()) {
                first = Optional.of(new Kept(file, own));
            }
            verdicts.add(first.isPresent() && own.deletable() ? first.get().about(file) : own);
        }
        return first;
    }

    private Decision request(QueueFile file, long longAnswered) {
        final int lastAnswered = cycle(inputCycle, answered.requestIndex());
        if (isRecent(file)) {
            return recent(file);
        } else if (file.cycle() > lastAnswered) {
            return verdict(file, Fate.NEEDED, "holds requests without a result");
        } else if (file.cycle() == lastAnswered) {
            return verdict(file, Fate.CURRENT, "holds the last answered request, after which a restart goes on");
        } else if (file.cycle() >= cycle(inputCycle, durable)) {
            return verdict(file, Fate.NEEDED, "has requests whose results are not on disk yet");
        }
        for (final NamedReader reader : readers) {
            if (file.cycle() >= cycle(inputCycle, reader.request())) {
                return verdict(file, Fate.NEEDED, reader.needs());
            }
        }
        return file.cycle() >= cycle(inputCycle, longAnswered)
                ? verdict(file, Fate.RECENT, "has requests that were answered too recently")
                : verdict(file, Fate.DELETABLE, "has only requests whose results were read long ago");
    }

    private Decision result(QueueFile file, Optional<Kept> firstInput) {
        if (isRecent(file)) {
            return recent(file);
        } else if (file.cycle() >= cycle(outputCycle, answered.resultIndex())) {
            return verdict(file, Fate.CURRENT, "holds the last result, or is newer");
        }
        for (final NamedReader reader : readers) {
            if (file.cycle() >= outputCycle.toCycle(reader.result())) {
                return verdict(file, Fate.NEEDED, reader.needs());
            }
        }
        final Kept input = firstInput.orElseThrow(); // the file with the last answered request always stays
        return cycle(inputCycle, lastRequests.get(file)) >= input.file().cycle()
                ? input.about(file)
                : verdict(file, Fate.DELETABLE, "has only results that were read long ago");
    }

    private static int cycle(RollCycle cycles, long index) {
        return index < 0 ? -1 : cycles.toCycle(index);
    }

    private boolean isRecent(QueueFile file) {
        return file.changed().isAfter(oldest);
    }

    private static Decision recent(QueueFile file) {
        return verdict(file, Fate.RECENT, "was changed at " + file.changed() + ", too recently");
    }

    private static Decision verdict(QueueFile file, Fate fate, String reason) {
        return new Decision(file.path(), file.bytes(), fate, file.path(), reason);
    }

    /**
     * The stored position of a named reader of results, or of an unfinished run of a job. The reader or run need not be open.
     *
     * @param result the index of the result after which the reader or run continues; 0 if it begins with the first result
     * @param request the index of the request that this result answers; -1 if this index is unknown, so that all files must be
     *     kept
     * @param needs the reason why the files from this request and this result on are kept, for the log
     */
    public record NamedReader(long result, long request, String needs) {

        private static final List<String> ROLES = List.of(OutputQueue.READER, OutputPlace.ROLE);

        /** Returns all named readers and unfinished runs. */
        public static List<NamedReader> of(OutputQueue output) {
            final List<NamedReader> readers = new ArrayList<>();
            for (final String role : ROLES) {
                StateFile.lookAll(output.directory().path(), role)
                        .forEach((name, state) -> readers.add(at(output, role, name, state[StateFile.LAST_INDEX])));
            }
            return readers;
        }

        private static NamedReader at(OutputQueue output, String role, String name, long index) {
            final Path directory = output.directory().path();
            final String whose = "the " + role + " '" + name + "'";
            final String remedy = role.equals(OutputPlace.ROLE)
                    ? "; if it will not be continued: sluice jobs --give-up " + name
                    : "; if it will not come back, delete " + directory.getFileName() + "/"
                            + StateFile.path(directory, role, name).getFileName();
            if (index == 0) {
                return new NamedReader(
                        0, -1, "is waited for by " + whose + ", which has not read the first result" + remedy);
            }
            try {
                return new NamedReader(
                        index,
                        output.requestAt(index),
                        "is followed by results that " + whose + " has not read" + remedy);
            } catch (final QueueException e) {
                return new NamedReader(
                        0, -1, "is kept for " + whose + ", which cannot go on: " + e.getMessage() + remedy);
            }
        }

        /**
         * Forces the stored positions to disk. Otherwise, after a power cut, a stored position could be an older position in a
         * deleted file.
         */
        public static void sync(Path output) {
            ROLES.forEach(role -> StateFile.syncAll(output, role));
        }
    }

    /**
     * The attributes of a roll file.
     *
     * @param cycle the number of the file
     * @param changed the time of the last write, up to half a minute too early. For a file without a header this is the earliest
     *     instant, so that the file may be deleted at once. A process that opens a file during its deletion may leave such a file
     */
    public record QueueFile(Path path, int cycle, long bytes, Instant changed) {

        public static List<QueueFile> oldestFirst(SingleChronicleQueue queue, Path directory) {
            final RollFiles rolls = new RollFiles(queue, directory);
            final List<QueueFile> files = new ArrayList<>();
            for (final Path path : RollFiles.oldestFirst(directory)) {
                try {
                    final BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
                    final Instant changed = isHalfMade(path, queue.rollCycle())
                            ? Instant.MIN
                            : attributes.lastModifiedTime().toInstant();
                    files.add(new QueueFile(path, rolls.cycle(path), attributes.size(), changed));
                } catch (final NoSuchFileException e) {
                    // The file was deleted after the directory was listed.
                } catch (final IOException e) {
                    throw new QueueException("cannot look at " + path + ": " + e.getMessage(), e);
                }
            }
            return files;
        }

        private static boolean isHalfMade(Path path, RollCycle cycle) {
            return RollFile.look(path, cycle, true, RollFile::isHalfMade);
        }
    }
}
