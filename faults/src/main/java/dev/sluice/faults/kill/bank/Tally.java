package dev.sluice.faults.kill.bank;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What a run counted. One thread. */
final class Tally {

    private final Map<Kill.Kind, Long> kills = new EnumMap<>(Kill.Kind.class);
    private final Map<String, Long> points = new TreeMap<>();
    private final Map<Kill.Kind, List<Long>> restarts = new EnumMap<>(Kill.Kind.class);
    private long writerKills;
    private long requests;
    private long results;
    private long updates;
    private long caught;
    private long halfMade;
    private long calls;

    /** A gateway was killed. */
    void killed(Kill.Kind kind, Kill planned) {
        kills.merge(kind, 1L, Long::sum);
        if (kind == Kill.Kind.POINT) {
            points.merge(planned.pointName(), 1L, Long::sum);
        }
    }

    /** The first result of a gateway came so long after its start, which followed such a kill. */
    void restarted(Kill.Kind before, long nanos) {
        restarts.computeIfAbsent(before, kind -> new ArrayList<>()).add(nanos);
    }

    /** A round ended with those. */
    void round(long roundRequests, long roundResults, long roundUpdates, long roundWriterKills) {
        requests += roundRequests;
        results += roundResults;
        updates += roundUpdates;
        writerKills += roundWriterKills;
    }

    /** So many files of the output were left half made by a kill. */
    void halfMade(int files) {
        halfMade += files;
    }

    /** The service was called so often. */
    void called(long times) {
        calls += times;
    }

    /** Calls of the service. */
    long calls() {
        return calls;
    }

    /** Entries were committed whose results were not written when the gateway was killed. */
    void caught(long entries) {
        caught += entries;
    }

    long results() {
        return results;
    }

    long kills() {
        return kills.values().stream().mapToLong(Long::longValue).sum();
    }

    /** How many kills came upon that. */
    long kills(Kill.Kind kind) {
        return kills.getOrDefault(kind, 0L);
    }

    /** How long a restart takes in the middle, if there was one. */
    Optional<Long> medianRestart() {
        return Times.of(restarts.values()).map(Times::median);
    }

    /** Lines for people. */
    List<String> lines() {
        final List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "%,d requests, %,d results, %,d of updates; %,d updates caught between their commit and their result",
                requests,
                results,
                updates,
                caught));
        lines.add(String.format(Locale.ROOT, "%,d calls to the REST service that has the items", calls));
        lines.add(String.format(
                Locale.ROOT,
                "%,d kills of the gateway, %,d of the writer; %,d output files left half made",
                kills(),
                writerKills,
                halfMade));
        kills.forEach((kind, count) -> lines.add(String.format(Locale.ROOT, "  %,6d %s", count, kind)
                + (kind == Kill.Kind.POINT ? " " + points : "")
                + Optional.ofNullable(restarts.get(kind))
                        .flatMap(times -> Times.of(List.of(times)))
                        .map(times -> "; restart " + times)
                        .orElse("")));
        Times.of(restarts.values()).ifPresent(times -> lines.add("restart to the first result: " + times));
        return lines;
    }

    /** Times in nanoseconds. */
    private record Times(int count, long median, long worst) {

        static Optional<Times> of(Iterable<List<Long>> parts) {
            final List<Long> all = new ArrayList<>();
            parts.forEach(all::addAll);
            all.sort(null);
            return all.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new Times(all.size(), all.get(all.size() / 2), all.get(all.size() - 1)));
        }

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "median %.2f s, worst %.2f s of %,d", median / 1e9, worst / 1e9, count);
        }
    }
}
