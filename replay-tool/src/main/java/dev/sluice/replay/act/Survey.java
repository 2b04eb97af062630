package dev.sluice.replay.act;

import dev.sluice.api.RequestKind;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.queue.RequestReader;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.RequestFrame.RequestReceiver;
import dev.sluice.service.pending.Waiting;
import java.io.PrintWriter;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongConsumer;

/** How many waiting requests come to which end, by their names. One thread. */
public final class Survey implements RequestReceiver {

    private static final int AT_A_TIME = 1_000;
    private static final String NO_NAME = "(unreadable)";

    /** Takes each request that is counted. */
    public interface Receiver {
        /** @param request empty if it cannot be read */
        void request(long index, long writtenNanos, Optional<RequestFrame> request, Fate fate);
    }

    private final Map<Fate, TreeMap<String, Long>> counts = new EnumMap<>(Fate.class);
    private final SortedSet<String> updates = new TreeSet<>();
    private final Fates fates;
    private final long before;
    private final Receiver receiver;
    private OptionalLong first = OptionalLong.empty();
    private long last;
    private OptionalLong lastSkipped = OptionalLong.empty();
    private long count;
    private long behind;

    private Survey(Fates fates, long before, Receiver receiver) {
        this.fates = fates;
        this.before = before;
        this.receiver = receiver;
    }

    /**
     * Reads requests to their end.
     *
     * @param before those from this index on are only counted
     * @param progress is told now and then how many were looked at
     */
    public static Survey of(
            RequestReader requests, Fates fates, long before, Receiver receiver, LongConsumer progress) {
        final Survey survey = new Survey(fates, before, receiver);
        while (requests.poll(survey, AT_A_TIME) > 0) {
            progress.accept(survey.count + survey.behind);
        }
        return survey;
    }

    @Override
    public void request(long index, long writtenNanos, RequestFrame request) {
        if (index >= before) {
            behind++;
            return;
        }
        final Fate fate = fates.of(index, request);
        if (request.kind() == RequestKind.UPDATE) {
            updates.add(Waiting.nameOf(request));
        }
        count(index, fate, Waiting.nameOf(request));
        receiver.request(index, writtenNanos, Optional.of(request), fate);
    }

    @Override
    public void undecodable(long index, long writtenNanos, String why) {
        if (index >= before) {
            behind++;
            return;
        }
        count(index, Fate.UNREADABLE, NO_NAME);
        receiver.request(index, writtenNanos, Optional.empty(), Fate.UNREADABLE);
    }

    private void count(long index, Fate fate, String name) {
        first = first.isPresent() ? first : OptionalLong.of(index);
        last = index;
        lastSkipped = fates.skips(index) ? OptionalLong.of(index) : lastSkipped;
        count++;
        counts.computeIfAbsent(fate, key -> new TreeMap<>()).merge(name, 1L, Long::sum);
    }

    /** How many there are. */
    public long count() {
        return count;
    }

    /** How many wait behind them. */
    public long behind() {
        return behind;
    }

    /** The index of the first; empty if there is none. */
    public OptionalLong first() {
        return first;
    }

    /** The index of the last. */
    public long last() {
        return last;
    }

    /** The index of the last that is skipped; empty if none is. */
    public OptionalLong lastSkipped() {
        return lastSkipped;
    }

    /** The names of the updates among them. */
    public SortedSet<String> updates() {
        return updates;
    }

    /** Whether some come to that. */
    public boolean has(Fate fate) {
        return counts.containsKey(fate);
    }

    /** Whether some come to an end that somebody has to want. */
    public boolean doubtful() {
        return counts.keySet().stream().anyMatch(Fate::doubtful);
    }

    /** Prints the counts. */
    public void print(QueuePair pair, PrintWriter out) {
        if (first.isPresent()) {
            out.printf(
                    "%,d requests, from %s to %s:%n",
                    count, pair.inputPosition(first.getAsLong()), pair.inputPosition(last));
        }
        counts.forEach((fate, names) -> {
            final StringJoiner each = new StringJoiner(", ");
            names.forEach((name, number) -> each.add(name + " " + String.format("%,d", number)));
            out.printf(
                    "%,12d  %s: %s%n",
                    names.values().stream().mapToLong(Long::longValue).sum(), fate.words(), each);
        });
    }
}
