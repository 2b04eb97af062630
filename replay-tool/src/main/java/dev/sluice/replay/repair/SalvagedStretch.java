package dev.sluice.replay.repair;

import dev.sluice.internal.queue.files.RollFile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.ToLongFunction;

/**
 * A stretch of a roll file with places that cannot be read, and what was found between them: works out how many documents
 * were lost at each, so that all others keep their numbers. One thread.
 */
final class SalvagedStretch {

    private static final long UNKNOWN = -1;

    /** Documents that follow each other without a gap, after one. */
    private static final class Run {
        private final long gapFrom;
        private final long gapTo;
        private final List<SalvagedDocument> documents = new ArrayList<>();
        private long chain;
        private long least;
        private long lost = UNKNOWN;

        private Run(long gapFrom, long gapTo) {
            this.gapFrom = gapFrom;
            this.gapTo = gapTo;
        }
    }

    private final DocumentProbe probe;
    private final Succession succession;
    private final boolean results;
    private final long first;
    private final long count;
    private final List<Run> runs = new ArrayList<>();
    private boolean intact = true;

    /**
     * @param from the address where it begins
     * @param first the number of the document that is there, or should be
     * @param found the documents in it that can be read
     */
    SalvagedStretch(
            DocumentProbe probe,
            Succession succession,
            boolean results,
            long from,
            long first,
            List<SalvagedDocument> found) {
        this.probe = probe;
        this.succession = succession;
        this.results = results;
        this.first = first;
        this.count = found.size();
        long end = from;
        for (final SalvagedDocument document : found) {
            if (runs.isEmpty() || afterPages(end) != document.address()) {
                runs.add(new Run(end, document.address()));
            }
            runs.get(runs.size() - 1).documents.add(document);
            end = document.end();
        }
        runs.add(new Run(end, end));
        runs.forEach(run -> run.chain = chain(run.gapFrom, run.gapTo));
        countLeast();
    }

    private long afterPages(long address) {
        final long after = probe.afterPageAt(address);
        return after == 0 ? address : afterPages(after);
    }

    /** The address of the last document that there was. */
    void endsAt(long address) {
        final Run end = runs.get(runs.size() - 1);
        if (address >= end.gapFrom) {
            final int header = probe.file().intAt(address);
            end.chain = header > 0 ? chain(end.gapFrom, RollFile.behind(address, header)) : UNKNOWN;
        }
    }

    /** How many documents there are by their headers alone; unknown if these do not lead from one end to the other. */
    private long chain(long from, long to) {
        long documents = 0;
        long address = from;
        while (address < to) {
            final int header = probe.file().intAt(address);
            if (header <= 0) {
                return UNKNOWN;
            }
            if ((header & DocumentProbe.META_DATA) == 0) {
                documents++;
            } else if (probe.afterPageAt(address) == 0) {
                intact = false; // a page of the index, or what was a document
            }
            address = RollFile.behind(address, header & DocumentProbe.LENGTH);
        }
        return address == to ? documents : UNKNOWN;
    }

    /** Requests that are missing from their writers' numbers, and can only have been in one gap. */
    private void countLeast() {
        final Map<Long, Integer> runOf = new HashMap<>();
        final Map<Long, Long> last = new HashMap<>();
        for (int i = 0; i < runs.size(); i++) {
            for (final SalvagedDocument document : runs.get(i).documents) {
                final Long before = last.put(document.writer(), document.sequence());
                final int runBefore = runOf.getOrDefault(document.writer(), -1);
                runOf.put(document.writer(), i);
                final long missing = before == null ? succession.missing(document) : document.sequence() - before - 1;
                if (missing > 0 && runBefore == i - 1) {
                    runs.get(i).least += missing;
                }
            }
        }
    }

    /**
     * Works out how many were lost in each gap.
     *
     * @param end the number after that of the last document of the stretch, if it is known
     * @param more whether some were lost after the last one found
     * @return false if that number cannot be right, or nobody can say at which numbers the documents found were
     */
    boolean place(OptionalLong end, boolean more) {
        runs.forEach(run -> run.lost = UNKNOWN);
        if (!more) {
            runs.get(runs.size() - 1).lost = 0;
        }
        final long all = end.isPresent() ? end.getAsLong() - first - count : UNKNOWN;
        if (end.isPresent() && (all < 0 || more && all == 0)) {
            return false;
        }
        if (results ? !placeByNumber(all) : !placeByCount(all)) {
            return false;
        }
        for (final Run run : runs) {
            intact &= run.lost == run.chain;
        }
        return true;
    }

    private boolean placeByNumber(long all) {
        long number = succession.lastNumber();
        long left = all;
        for (final Run run : runs) {
            if (!run.documents.isEmpty()) {
                final long its = run.documents.get(0).number();
                final long last = run.documents.get(run.documents.size() - 1).number();
                if (number >= 0) {
                    run.lost = its - number - 1;
                    left -= run.lost;
                }
                number = last;
            }
        }
        final Run firstRun = runs.get(0);
        final Run lastRun = runs.get(runs.size() - 1);
        if (firstRun.lost == UNKNOWN && !firstRun.documents.isEmpty()) {
            firstRun.lost = all >= 0 && lastRun.lost == 0 ? left : firstRun.chain;
            left -= Math.max(0, firstRun.lost);
        }
        if (lastRun.lost == UNKNOWN) {
            lastRun.lost = all >= 0 ? left : Math.max(1, lastRun.chain);
        } else if (all >= 0 && left != 0) {
            return false;
        }
        return runs.stream().allMatch(run -> run.lost >= 0);
    }

    private boolean placeByCount(long all) {
        if (all >= 0) {
            return fits(all, run -> run.chain) || fits(all, run -> run.least) || byRest(all);
        }
        for (final Run run : runs) {
            if (run.lost == UNKNOWN && run.chain >= run.least) {
                run.lost = run.chain;
            } else if (run.lost == UNKNOWN && run == runs.get(runs.size() - 1)) {
                run.lost = 1;
            }
        }
        return runs.stream().allMatch(run -> run.lost >= 0);
    }

    /** Whether so many in each gap that is open come to all that were lost; then that is how many. */
    private boolean fits(long all, ToLongFunction<Run> some) {
        long sum = 0;
        for (final Run run : runs) {
            final long its = run.lost == UNKNOWN ? some.applyAsLong(run) : run.lost;
            if (its < run.least) {
                return false;
            }
            sum += its;
        }
        if (sum == all) {
            runs.forEach(run -> run.lost = run.lost == UNKNOWN ? some.applyAsLong(run) : run.lost);
        }
        return sum == all;
    }

    /** All gaps but one lead from end to end; that one takes the rest. */
    private boolean byRest(long all) {
        final List<Run> open = runs.stream().filter(run -> run.lost == UNKNOWN).toList();
        final List<Run> unknown = open.size() == 1
                ? open
                : open.stream().filter(run -> run.chain == UNKNOWN).toList();
        if (unknown.size() != 1) {
            return false;
        }
        final Run one = unknown.get(0);
        final long rest = all
                - open.stream()
                        .filter(run -> run != one)
                        .mapToLong(run -> run.chain)
                        .sum();
        if (rest < one.least) {
            return false;
        }
        open.forEach(run -> run.lost = run == one ? rest : run.chain);
        return true;
    }

    /** Whether every document has its header and length, and only what is in some cannot be read. */
    boolean isIntact() {
        return intact;
    }

    /** Hands over what was lost and what was found, in order. */
    void deliver(LongConsumer lost, Consumer<List<SalvagedDocument>> found) {
        for (final Run run : runs) {
            lost.accept(run.lost);
            if (!run.documents.isEmpty()) {
                found.accept(run.documents);
            }
        }
    }
}
