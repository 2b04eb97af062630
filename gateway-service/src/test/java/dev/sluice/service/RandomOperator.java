package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.FailureKind;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.core.Precautions.Condemned;
import dev.sluice.service.core.ReadLimit;
import java.util.HashSet;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.LongFunction;

/**
 * An operator who pauses, drains and decides about requests at random, and knows what the gateway must not have read meanwhile. The
 * index of a request is the number of those before it.
 */
final class RandomOperator {

    private final ReadLimit limit = new ReadLimit();
    private final Random random;
    private final int chunkLimit;
    private final Set<Long> decided = new HashSet<>();
    private long through = ReadLimit.ALL;
    private long readBefore;
    private int obeyed;

    /** @param chunkLimit so many requests at most are read after the last one to be read */
    RandomOperator(Random random, int chunkLimit) {
        this.random = random;
        this.chunkLimit = chunkLimit;
    }

    ReadLimit limit() {
        return limit;
    }

    /** Turns in which the gateway left requests unread. */
    int obeyed() {
        return obeyed;
    }

    /**
     * Perhaps wants something, between two turns.
     *
     * @param read how many requests were read
     * @param written how many there are
     * @param mayFail whether a request may be answered as failed without its backend
     */
    void act(long read, long written, LongFunction<Boolean> mayFail) {
        switch (random.nextInt(24)) {
            case 0 -> set(random.nextBoolean() ? ReadLimit.NONE : read + random.nextInt(20) - 1, read);
            case 1, 2, 3, 4 -> set(ReadLimit.ALL, read);
            case 5 -> {
                final long index = read + random.nextInt(20);
                if (index < written && mayFail.apply(index)) {
                    decided.add(index);
                }
            }
            default -> {
                // nothing is wanted
            }
        }
    }

    private void set(long its, long read) {
        through = its;
        readBefore = read;
        limit.set(its);
    }

    /** A turn has ended: nothing was read that must not be, and what is done is said at once, and no sooner. */
    void check(long read, long written, boolean finished) {
        if (through == ReadLimit.ALL) {
            assertTrue(limit.isDone(), "it does not follow what was wanted before its turn");
            return;
        }
        if (through == ReadLimit.NONE) {
            assertEquals(readBefore, read, "it reads though it is paused");
        }
        assertTrue(read <= Math.max(readBefore, through + chunkLimit), () -> "it has read " + read + ", to " + through);
        final boolean readsOn = read - 1 < through;
        assertEquals(finished && !readsOn, limit.isDone(), "done, with something in hand or to be read, or not said");
        obeyed += readsOn || read == written ? 0 : 1;
    }

    boolean decided(long index) {
        return decided.contains(index);
    }

    Optional<Condemned> instead(long index, RequestFrame request) {
        return decided(index)
                ? Optional.of(new Condemned(
                        Outcome.failed(FailureKind.NOT_ALLOWED, request.name() + " is not asked"), Optional.empty()))
                : Optional.empty();
    }
}
