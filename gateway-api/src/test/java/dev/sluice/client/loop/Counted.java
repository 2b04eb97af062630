package dev.sluice.client.loop;

import java.util.Iterator;
import java.util.NoSuchElementException;

/** The numbers from 1 on, up to some last one, and how many of them were read. Read by one thread, watched by any. */
final class Counted implements Iterable<Long> {

    private final long last;
    volatile long read;

    Counted(long last) {
        this.last = last;
    }

    /** More than anybody takes. */
    static Counted endless() {
        return new Counted(Long.MAX_VALUE);
    }

    @Override
    public Iterator<Long> iterator() {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return read < last;
            }

            @Override
            public Long next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                final long next = read + 1;
                read = next;
                return next;
            }
        };
    }
}
