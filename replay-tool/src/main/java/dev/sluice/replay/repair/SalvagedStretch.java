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
 * A damaged stretch of a roll file: readable documents, and gaps with lost documents between them. Computes the number of
 * documents lost in each gap, because the readable documents must keep their numbers. A gap is called open until this number is
 * known. For one thread.
 */
final class SalvagedStretch {

    private static final long UNKNOWN = -1;

    /** A gap, and the consecutive readable documents after it. */
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
     * @param from the address at which the stretch begins
     * @param first the number of the stretch's first document, readable or lost
     * @param found the readable documents in the stretch
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

    /** Sets the address of the stretch's last document, readable or lost. */
    void endsAt(long address) {
        final Run end = runs.get(runs.size() - 1);
        if (address >= end.gapFrom) {
            final int header = probe.file().intAt(address);
            end.chain = header > 0 ? chain(end.gapFrom, RollFile.behind(address, header)) : UNKNOWN;
        }
    }

    /**
     * Counts the documents of a gap by their headers alone; returns {@code UNKNOWN} if the headers do not lead to the gap's
     * end.
     */
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
                intact = false; // a damaged page of the index or a damaged document
            }
            address = RollFile.behind(address, header & DocumentProbe.LENGTH);
        }
        return address == to ? documents : UNKNOWN;
    }

    /**
     * Counts, for each gap, the requests that must have been in this gap: they are missing in their writer's numbers, and the
     * writer's requests before and after them are in the readable parts on both sides of the gap.
     */
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
     * Computes the number of documents lost in each gap.
     *
     * @param end one more than the number of the stretch's last document, if that number is known
     * @param more whether documents were lost after the last readable one
     * @return false if {@code end} cannot be right, or the numbers of the readable documents cannot be determined
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

    /**
     * Sets the loss of each open gap to the given count of this gap, provided that the losses of all gaps then add up to
     * {@code all}. Otherwise sets nothing and returns false.
     */
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

    /** If the losses of all open gaps except one are known from headers, assigns the remaining lost documents to that one. */
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

    /** Whether every document still has its header and length. If so, only the contents of documents can be damaged. */
    boolean isIntact() {
        return intact;
    }

    /** For each gap in order: passes on the number of documents lost in the gap, and then the readable documents after it. */
    void deliver(LongConsumer lost, Consumer<List<SalvagedDocument>> found) {
        for (final Run run : runs) {
            lost.accept(run.lost);
            if (!run.documents.isEmpty()) {
                found.accept(run.documents);
            }
        }
    }
}
