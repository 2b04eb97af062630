package dev.sluice.replay.act;

import dev.sluice.api.RequestKind;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.queue.RequestReader;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.RequestFrame.RequestReceiver;
import dev.sluice.replay.act.Fates.Fate;
import dev.sluice.service.pending.Waiting;
import java.io.PrintWriter;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;

/** How many waiting requests come to which end, by their names. One thread. */
final class Survey implements RequestReceiver {

    private static final int AT_A_TIME = 1_000;
    private static final String NO_NAME = "(unreadable)";

    private final Map<Fate, TreeMap<String, Long>> counts = new EnumMap<>(Fate.class);
    private final SortedSet<String> updates = new TreeSet<>();
    private final Fates fates;
    private final long before;
    private final ResumptionReport report;
    private OptionalLong first = OptionalLong.empty();
    private long last;
    private OptionalLong lastSkipped = OptionalLong.empty();
    private long count;
    private long behind;

    private Survey(Fates fates, long before, ResumptionReport report) {
        this.fates = fates;
        this.before = before;
        this.report = report;
    }

    /**
     * Reads requests to their end.
     *
     * @param before those from this index on are only counted
     * @param progress is told now and then how many were looked at
     */
    static Survey of(RequestReader requests, Fates fates, long before, ResumptionReport report, LongConsumer progress) {
        final Survey survey = new Survey(fates, before, report);
        while (requests.poll(survey, AT_A_TIME) > 0) {
            progress.accept(survey.count + survey.behind);
        }
        return survey;
    }

    @Override
    public void request(long index, long writtenNanos, RequestFrame request) {
        final String name = Waiting.nameOf(request);
        if (request.kind() == RequestKind.UPDATE && index < before) {
            updates.add(name);
        }
        count(index, writtenNanos, Optional.of(request), name);
    }

    @Override
    public void undecodable(long index, long writtenNanos, String why) {
        count(index, writtenNanos, Optional.empty(), NO_NAME);
    }

    private void count(long index, long writtenNanos, Optional<RequestFrame> request, String name) {
        if (index >= before) {
            behind++;
            return;
        }
        final Fate fate = request.map(frame -> fates.of(index, frame)).orElse(Fate.UNREADABLE);
        first = first.isPresent() ? first : OptionalLong.of(index);
        last = index;
        lastSkipped = fates.skips(index) ? OptionalLong.of(index) : lastSkipped;
        count++;
        counts.computeIfAbsent(fate, key -> new TreeMap<>()).merge(name, 1L, Long::sum);
        report.add(index, writtenNanos, request, fate);
    }

    /** How many there are. */
    long count() {
        return count;
    }

    /** How many wait after them. */
    long behind() {
        return behind;
    }

    /** The index of the first; empty if there is none. */
    OptionalLong first() {
        return first;
    }

    /** The index of the last that is skipped; empty if none is. */
    OptionalLong lastSkipped() {
        return lastSkipped;
    }

    /** The names of the updates among them. */
    SortedSet<String> updates() {
        return updates;
    }

    /** Whether some come to that. */
    boolean has(Fate fate) {
        return counts.containsKey(fate);
    }

    /** Whether some come to an end that somebody has to want. */
    boolean doubtful() {
        return counts.keySet().stream().anyMatch(Fate::doubtful);
    }

    /** Prints the counts. */
    void print(QueuePair pair, PrintWriter out) {
        if (first.isPresent()) {
            out.printf(
                    "%,d requests, from %s to %s:%n",
                    count, pair.inputPosition(first.getAsLong()), pair.inputPosition(last));
        }
        counts.forEach((fate, names) -> {
            final long all = names.values().stream().mapToLong(Long::longValue).sum();
            final String each = names.entrySet().stream()
                    .map(name -> String.format("%s %,d", name.getKey(), name.getValue()))
                    .collect(Collectors.joining(", "));
            out.printf("%,12d  %s: %s%n", all, fate.words(), each);
        });
    }
}
