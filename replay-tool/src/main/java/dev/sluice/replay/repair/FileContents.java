package dev.sluice.replay.repair;

import dev.sluice.api.QueueException;
import dev.sluice.internal.queue.document.QueueDirectory;
import dev.sluice.internal.queue.files.RollFile;
import dev.sluice.internal.queue.files.RollFileHeader;
import dev.sluice.transport.Recording.Scan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The readable contents of one roll file; its name may be that of another file.
 *
 * @param cycle the cycle that the file's name says
 * @param results whether the file holds results; it holds requests otherwise
 * @param readable the number of messages that can be read
 * @param standIns the number of documents that an earlier repair put in the place of lost messages
 * @param missing the largest number of messages that may be lost, stand-ins included
 * @param numbers the numbers of the messages that follow each other
 * @param strays stretches of messages that belong elsewhere
 * @param asked the numbers of the requests that the results answer
 * @param fromStart whether the first message of the file can be read
 * @param newer whether the file has messages of a later release
 * @param whole whether nothing of the file is damaged
 */
record FileContents(
        Path path,
        int cycle,
        boolean results,
        long readable,
        long standIns,
        long missing,
        RunningNumbers numbers,
        List<Stretch> strays,
        RunningNumbers asked,
        boolean fromStart,
        boolean newer,
        boolean whole) {

    /** The bytes of the smallest document: they tell how many documents a damaged stretch may have had. */
    private static final int SMALLEST = 32;

    /** More stretches than this are not sorted out: the longest one counts. */
    private static final int MOST = 2_000;

    /** Messages that follow each other. */
    record Stretch(RunningNumbers numbers, long count) {}

    /**
     * Looks at a file.
     *
     * @param over whether a later file was begun
     * @param told takes each document that can be read, if it is of the queue's kind
     */
    static FileContents of(Path path, int cycle, QueueDirectory queue, boolean over, Consumer<SalvagedDocument> told) {
        final boolean results = queue.answers().isPresent();
        final FileContents own = new Scan(results).scan(path, cycle, queue, over, told);
        if (own.readable > 0 || own.newer) {
            return own;
        }
        final FileContents other = new Scan(!results).scan(path, cycle, queue, over, document -> {});
        return other.readable > 0 ? other : own;
    }

    /** Whether all that can be read here is in that file, too. */
    boolean isCopyOf(FileContents other) {
        return results == other.results && other.numbers.contains(numbers) && other.asked.contains(asked);
    }

    /** Returns how many of the file's documents are to be kept: all but strays that one of those files has. */
    long wanted(Collection<FileContents> placed) {
        return readable
                + standIns
                - strays.stream()
                        .filter(stray -> placed.stream().anyMatch(file -> file.numbers.contains(stray.numbers)))
                        .mapToLong(Stretch::count)
                        .sum();
    }

    /** Goes over a file and notes what follows what. */
    private static final class Scan {
        private final boolean results;
        private final List<Stretch> stretches = new ArrayList<>();
        private final RunningNumbers asked = new RunningNumbers();
        private RunningNumbers current = new RunningNumbers();
        private long count;
        private long readable;
        private long missing;
        private long allMissing;
        private long standIns;
        private long first = -1;
        private boolean newer;

        private Scan(boolean results) {
            this.results = results;
        }

        private FileContents scan(
                Path path, int cycle, QueueDirectory queue, boolean over, Consumer<SalvagedDocument> told) {
            final long start = RollFileHeader.firstMessageAt(queue.cycle());
            try (DocumentProbe probe = DocumentProbe.open(path, queue, results).orElse(null)) {
                if (probe != null) {
                    scan(probe, start, told);
                }
            }
            if (count > 0) {
                stretches.add(new Stretch(current, count));
            }
            final List<Stretch> kept = longestOrder(stretches);
            final RunningNumbers numbers = new RunningNumbers();
            kept.forEach(stretch -> numbers.addAll(stretch.numbers));
            final List<Stretch> strays = new ArrayList<>(stretches);
            strays.removeAll(kept);
            return new FileContents(
                    path,
                    cycle,
                    results,
                    readable,
                    standIns,
                    allMissing,
                    numbers,
                    strays,
                    asked,
                    first == start,
                    newer,
                    isWhole(path, queue, over));
        }

        private void scan(DocumentProbe probe, long start, Consumer<SalvagedDocument> told) {
            Optional<SalvagedDocument> document = probe.nextFrom(start);
            while (document.isPresent()) {
                miss(probe.passed() / SMALLEST);
                take(document.get());
                told.accept(document.get());
                document = probe.nextFrom(document.get().end());
            }
            newer = probe.metNewer();
        }

        private void miss(long some) {
            missing += some;
            allMissing += some;
        }

        private void take(SalvagedDocument document) {
            if (document.lost()) {
                standIns++;
                miss(1);
                return;
            }
            if (!results && document.writer() == 0) { // of a program without our client: it has no number
                first = readable == 0 ? document.address() : first;
                count++;
                readable++;
                return;
            }
            final long of = results ? 0 : document.writer();
            final long number = results ? document.number() : document.sequence();
            if (!current.canGoOn(of, number, missing)) {
                stretches.add(new Stretch(current, count));
                current = new RunningNumbers();
                count = 0;
                missing = 0;
            }
            first = readable == 0 ? document.address() : first;
            current.add(of, number);
            count++;
            readable++;
            if (results && document.writer() != 0) {
                asked.add(document.writer(), document.sequence());
            }
        }

        private static boolean isWhole(Path path, QueueDirectory queue, boolean over) {
            try {
                return RollFile.look(path, queue.cycle(), false, file -> {
                    file.verify(over);
                    return true;
                });
            } catch (final QueueException e) {
                return false;
            }
        }

        /** The stretches that can follow each other and are most messages together. */
        private static List<Stretch> longestOrder(List<Stretch> all) {
            return all.size() > MOST
                    ? List.of(all.stream()
                            .max(Comparator.comparingLong(Stretch::count))
                            .orElseThrow())
                    : HeaviestChain.of(
                                    all,
                                    Stretch::count,
                                    stretch -> true,
                                    (one, next) -> one.numbers.leadTo(next.numbers, 0, Long.MAX_VALUE))
                            .chain();
        }
    }
}
