package dev.sluice.service.admin.page;

import dev.sluice.internal.wire.ResultKind;
import dev.sluice.service.admin.Observed;
import dev.sluice.service.core.BackendCounts;
import dev.sluice.service.core.BackendCounts.Count;
import dev.sluice.service.core.OperationCounts;
import dev.sluice.service.look.Status.Times;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongBinaryOperator;

/**
 * The sums of the counts of all lanes of a gateway: since the start, or of an interval. The counts are copies and do not change.
 *
 * @param nanos the time of the sums by {@link System#nanoTime()}; for an interval, the length of the interval
 * @param names the counts of requests, by the name of the lookup, statement or endpoint
 * @param backends the counts of calls, by the name of the backend
 */
record Totals(long nanos, Map<String, OperationCounts> names, Map<String, BackendCounts> backends) {

    private static final double NANOS = 1e9;
    private static final double MEDIAN = 0.5;
    private static final double MOST = 0.99;
    /** Subtracts, but returns 0 instead of a negative difference: a lane that was opened again counts from 0. */
    private static final LongBinaryOperator SINCE = (now, before) -> Math.max(0, now - before);

    /** Adds up the counts of the lanes since each of them was opened. */
    static Totals of(List<Observed> lanes, long nanos) {
        final Totals sum = new Totals(nanos, new TreeMap<>(), new TreeMap<>());
        for (final Observed lane : lanes) {
            lane.counts()
                    .requests()
                    .forEach(its -> sum.names.put(its.name(), its.with(sum.name(its.name()), Long::sum)));
            lane.counts()
                    .calls()
                    .forEach(its -> sum.backends.put(its.backend(), its.with(sum.backend(its.backend()), Long::sum)));
        }
        return sum;
    }

    /** Returns the counts of a name; if there are none, new ones. */
    OperationCounts name(String name) {
        return names.getOrDefault(name, new OperationCounts(name));
    }

    private BackendCounts backend(String name) {
        return backends.getOrDefault(name, new BackendCounts(name));
    }

    Totals since(Totals earlier) {
        final Totals since = new Totals(nanos - earlier.nanos, new TreeMap<>(names), new TreeMap<>(backends));
        since.names.replaceAll((name, now) -> now.with(earlier.name(name), SINCE));
        since.backends.replaceAll((name, now) -> now.with(earlier.backend(name), SINCE));
        return since;
    }

    double seconds() {
        return nanos / NANOS;
    }

    /** Returns the rates and durations for all names together. */
    Times times() {
        final OperationCounts all = new OperationCounts("");
        final BackendCounts calls = new BackendCounts("");
        return times(
                names.values().stream().reduce(all, (sum, its) -> sum.with(its, Long::sum)),
                requestsPerCall(backends.values().stream().reduce(calls, (sum, its) -> sum.with(its, Long::sum))));
    }

    /** Returns the rates and durations for one name. */
    Times times(OperationCounts its, Optional<Double> requestsPerCall) {
        return new Times(
                seconds(),
                perSecond(its.requests()),
                perSecond(its.results().sum()),
                perSecond(its.results().get(ResultKind.FAILED)),
                requestsPerCall,
                its.totalNanos().quantile(MEDIAN),
                its.totalNanos().quantile(MOST));
    }

    /** Returns how many requests a call of the backend answered on average; empty if no call answered any. */
    static Optional<Double> requestsPerCall(BackendCounts its) {
        return ratio(
                its.readRequests().sum() + its.updateRequests().sum(),
                its.readRequests().count() + its.updateRequests().count());
    }

    /** Returns the quotient; empty if the divisor is 0. */
    static Optional<Double> ratio(long part, long whole) {
        return whole == 0 ? Optional.empty() : Optional.of((double) part / whole);
    }

    double perSecond(long count) {
        return nanos <= 0 ? 0 : count / seconds();
    }

    /** Returns the number of calls to a backend that ended, failed attempts included. */
    static long calls(BackendCounts its) {
        return its.get(Count.READ_CALLS) + its.get(Count.UPDATE_CALLS);
    }

    /** Returns the number of calls that a backend did not answer and that were therefore retried. */
    static long retries(BackendCounts its) {
        return its.get(Count.UNAVAILABLE) + its.get(Count.THROTTLED) + its.get(Count.CONFLICTED);
    }
}
