package dev.sluice.service.admin.page;

import dev.sluice.api.FailureKind;
import dev.sluice.internal.wire.ResultKind;
import dev.sluice.service.core.Histogram;
import dev.sluice.service.core.OperationCounts;
import dev.sluice.service.core.OperationCounts.Reason;
import java.util.Arrays;
import java.util.Optional;

/** Counts of the requests of one name, on all lanes: since the start, or between two moments. Immutable. */
final class NameTotals {

    static final NameTotals NONE = new NameTotals(new long[Part.LENGTH]);

    private static final int NAMED = 4;

    /** Where each number is: some by themselves, then results, failures and reasons by kind, then the buckets of times. */
    private static final class Part {

        static final int REQUESTS = 0;
        static final int CALLED = 1;
        static final int WAITED = 2;
        static final int IN_CALL = 3;
        static final int RESULTS = NAMED;
        static final int FAILURES = RESULTS + ResultKind.values().length;
        static final int REASONS = FAILURES + FailureKind.values().length;
        static final int TIMES = REASONS + Reason.values().length;
        static final int LENGTH = TIMES + Percentiles.BUCKETS;
    }

    private final long[] numbers;

    private NameTotals(long[] numbers) {
        this.numbers = numbers;
    }

    static NameTotals of(OperationCounts counts) {
        final long[] numbers = new long[Part.LENGTH];
        numbers[Part.REQUESTS] = counts.requests();
        final Histogram waited = counts.waitedNanos();
        numbers[Part.CALLED] = waited.count();
        numbers[Part.WAITED] = waited.sum();
        numbers[Part.IN_CALL] = counts.inCallNanos().sum();
        for (final ResultKind kind : ResultKind.values()) {
            numbers[Part.RESULTS + kind.ordinal()] = counts.results().get(kind);
        }
        for (final FailureKind kind : FailureKind.values()) {
            numbers[Part.FAILURES + kind.ordinal()] = counts.failures().get(kind);
        }
        for (final Reason reason : Reason.values()) {
            numbers[Part.REASONS + reason.ordinal()] = counts.calls().get(reason);
        }
        for (int bucket = 0; bucket < Percentiles.BUCKETS; bucket++) {
            numbers[Part.TIMES + bucket] = counts.totalNanos().count(bucket);
        }
        return new NameTotals(numbers);
    }

    NameTotals plus(NameTotals other) {
        final long[] sums = numbers.clone();
        for (int i = 0; i < sums.length; i++) {
            sums[i] += other.numbers[i];
        }
        return new NameTotals(sums);
    }

    /** Since an earlier moment. A lane that was opened anew counts from 0 again: nothing is ever less than 0. */
    NameTotals since(NameTotals earlier) {
        final long[] differences = numbers.clone();
        for (int i = 0; i < differences.length; i++) {
            differences[i] = Math.max(0, differences[i] - earlier.numbers[i]);
        }
        return new NameTotals(differences);
    }

    long requests() {
        return numbers[Part.REQUESTS];
    }

    long results(ResultKind kind) {
        return numbers[Part.RESULTS + kind.ordinal()];
    }

    long results() {
        return sum(Part.RESULTS, Part.FAILURES);
    }

    long failures(FailureKind kind) {
        return numbers[Part.FAILURES + kind.ordinal()];
    }

    /** The calls that were begun for that reason. */
    long calls(Reason reason) {
        return numbers[Part.REASONS + reason.ordinal()];
    }

    long calls() {
        return sum(Part.REASONS, Part.TIMES);
    }

    /** How long a request that a call answered had waited for it, on average; empty if none did. */
    Optional<Long> meanWaitNanos() {
        return mean(Part.WAITED);
    }

    /** How long the call took that answered a request, on average; empty if none did. */
    Optional<Long> meanInCallNanos() {
        return mean(Part.IN_CALL);
    }

    private Optional<Long> mean(int part) {
        return numbers[Part.CALLED] == 0 ? Optional.empty() : Optional.of(numbers[part] / numbers[Part.CALLED]);
    }

    /** How long requests took from the writing until their result was written. */
    Percentiles times() {
        return new Percentiles(Arrays.copyOfRange(numbers, Part.TIMES, Part.LENGTH));
    }

    private long sum(int from, int to) {
        return Arrays.stream(numbers, from, to).sum();
    }
}
