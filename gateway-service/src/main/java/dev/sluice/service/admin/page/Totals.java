package dev.sluice.service.admin.page;

import dev.sluice.internal.wire.ResultKind;
import dev.sluice.service.admin.Observed;
import dev.sluice.service.core.BackendCounts;
import dev.sluice.service.core.BackendCounts.Count;
import dev.sluice.service.core.Histogram;
import dev.sluice.service.core.OperationCounts;
import dev.sluice.service.look.Status.Times;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Counts of a gateway, all lanes together: since the start, or between two moments.
 *
 * @param nanos the moment by {@link System#nanoTime()}, or the time between the two
 * @param names by the name of what was asked
 * @param backends by the backend's name
 */
record Totals(long nanos, Map<String, NameTotals> names, Map<String, Calls> backends) {

    private static final double NANOS = 1e9;
    private static final double MEDIAN = 0.5;
    private static final double MOST = 0.99;

    /**
     * The calls of a backend.
     *
     * @param calls that came back, attempts included
     * @param requests that calls answered
     * @param retries calls that were given back, and made again
     */
    record Calls(long calls, long answering, long requests, long retries) {

        static final Calls NONE = new Calls(0, 0, 0, 0);

        static Calls of(BackendCounts counts) {
            final Histogram reads = counts.readRequests();
            final Histogram updates = counts.updateRequests();
            return new Calls(
                    counts.get(Count.READ_CALLS) + counts.get(Count.UPDATE_CALLS),
                    reads.count() + updates.count(),
                    reads.sum() + updates.sum(),
                    counts.get(Count.UNAVAILABLE) + counts.get(Count.THROTTLED) + counts.get(Count.CONFLICTED));
        }

        Calls plus(Calls other) {
            return new Calls(
                    calls + other.calls,
                    answering + other.answering,
                    requests + other.requests,
                    retries + other.retries);
        }

        Calls since(Calls earlier) {
            return new Calls(
                    Math.max(0, calls - earlier.calls),
                    Math.max(0, answering - earlier.answering),
                    Math.max(0, requests - earlier.requests),
                    Math.max(0, retries - earlier.retries));
        }

        /** How many requests a call answered on average; empty if none did. */
        Optional<Double> requestsPerCall() {
            return ratio(requests, answering);
        }
    }

    /** All lanes' counts, each from its start. */
    static Totals of(List<Observed> lanes, long nanos) {
        final Map<String, NameTotals> names = new TreeMap<>();
        final Map<String, Calls> backends = new TreeMap<>();
        for (final Observed lane : lanes) {
            for (final OperationCounts counts : lane.counts().requests()) {
                names.merge(counts.name(), NameTotals.of(counts), NameTotals::plus);
            }
            for (final BackendCounts counts : lane.counts().calls()) {
                backends.merge(counts.backend(), Calls.of(counts), Calls::plus);
            }
        }
        return new Totals(nanos, names, backends);
    }

    Totals since(Totals earlier) {
        final Map<String, NameTotals> itsNames = new TreeMap<>();
        names.forEach(
                (name, totals) -> itsNames.put(name, totals.since(earlier.names.getOrDefault(name, NameTotals.NONE))));
        final Map<String, Calls> itsBackends = new TreeMap<>();
        backends.forEach(
                (name, calls) -> itsBackends.put(name, calls.since(earlier.backends.getOrDefault(name, Calls.NONE))));
        return new Totals(nanos - earlier.nanos, itsNames, itsBackends);
    }

    double seconds() {
        return nanos / NANOS;
    }

    /** All names together. */
    NameTotals all() {
        return names.values().stream().reduce(NameTotals.NONE, NameTotals::plus);
    }

    /** All backends together. */
    Calls calls() {
        return backends.values().stream().reduce(Calls.NONE, Calls::plus);
    }

    /** The work for one name, or for all. */
    Times times(NameTotals its, Optional<Double> requestsPerCall) {
        return new Times(
                seconds(),
                perSecond(its.requests()),
                perSecond(its.results()),
                perSecond(its.results(ResultKind.FAILED)),
                requestsPerCall,
                its.times().nanos(MEDIAN),
                its.times().nanos(MOST));
    }

    /** Empty where there is nothing to divide by. */
    static Optional<Double> ratio(long part, long whole) {
        return whole == 0 ? Optional.empty() : Optional.of((double) part / whole);
    }

    /** Returns so many in a second. */
    double perSecond(long count) {
        return nanos <= 0 ? 0 : count / seconds();
    }
}
