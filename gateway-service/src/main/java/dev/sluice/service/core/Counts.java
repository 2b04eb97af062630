package dev.sluice.service.core;

import java.util.concurrent.atomic.AtomicLongArray;

/** One number for each kind. Written by one thread, without a lock and without allocating; any thread may read. */
public final class Counts<K extends Enum<K>> {

    private final AtomicLongArray numbers;

    public Counts(Class<K> kinds) {
        numbers = new AtomicLongArray(kinds.getEnumConstants().length);
    }

    public void add(K kind, long more) {
        numbers.setOpaque(kind.ordinal(), numbers.getPlain(kind.ordinal()) + more); // one writer
    }

    public long get(K kind) {
        return numbers.getOpaque(kind.ordinal());
    }
}
