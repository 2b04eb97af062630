package dev.sluice.service.core;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongBinaryOperator;

/**
 * One number for each constant of an enum. Written by one thread, without a lock and without allocating; any thread may read.
 */
public final class Counts<K extends Enum<K>> {

    private final AtomicLongArray numbers;

    public Counts(Class<K> kinds) {
        this(new AtomicLongArray(kinds.getEnumConstants().length));
    }

    private Counts(AtomicLongArray numbers) {
        this.numbers = numbers;
    }

    public void add(K kind, long more) {
        numbers.setOpaque(kind.ordinal(), numbers.getPlain(kind.ordinal()) + more); // one writer
    }

    public long get(K kind) {
        return numbers.getOpaque(kind.ordinal());
    }

    /** Returns the numbers of all kinds, added up. */
    public long sum() {
        long sum = 0;
        for (int kind = 0; kind < numbers.length(); kind++) {
            sum += numbers.getOpaque(kind);
        }
        return sum;
    }

    /** Returns new counts. The number of each kind is combined from the numbers of both counts. */
    public Counts<K> with(Counts<K> other, LongBinaryOperator combine) {
        return new Counts<>(combine(numbers, other.numbers, combine));
    }

    static AtomicLongArray combine(AtomicLongArray some, AtomicLongArray others, LongBinaryOperator combine) {
        final long[] combined = new long[some.length()];
        Arrays.setAll(combined, at -> combine.applyAsLong(some.getOpaque(at), others.getOpaque(at)));
        return new AtomicLongArray(combined);
    }
}
