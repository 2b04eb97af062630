package dev.sluice.perf.load;

import java.util.Random;

/** An endless stream of random changes. Equal seeds give equal changes. Not thread-safe. */
public final class ChangeStream {

    private static final int LARGEST_AMOUNT = 1_000_000;

    /**
     * Changes, in the order in which they are to be executed.
     *
     * @param kind the kind of all changes
     * @param first the first argument of each change
     * @param second the second argument of each change
     */
    public record Changes(Change kind, long[] first, long[] second) {

        public int count() {
            return first.length;
        }
    }

    private final Change kind;
    private final long seed;
    private final Random random;
    private final long[] order = new long[Change.ACCOUNTS];
    private long given;

    public ChangeStream(Change kind, long seed) {
        this.kind = kind;
        this.seed = seed;
        this.random = new Random(seed);
    }

    Change kind() {
        return kind;
    }

    /** The number of changes that {@link #next} has returned so far. */
    public long given() {
        return given;
    }

    /** Returns a new stream of the same changes, which starts at the first one. */
    ChangeStream again() {
        return new ChangeStream(kind, seed);
    }

    /** Returns the next changes. */
    public Changes next(int count) {
        final long[] amounts = new long[count];
        final long[] ids = new long[count];
        for (int i = 0; i < count; i++) {
            given++;
            amounts[i] = random.nextInt(LARGEST_AMOUNT);
            ids[i] = kind == Change.INSERT ? given : nextAccount();
        }
        return kind == Change.INSERT ? new Changes(kind, ids, amounts) : new Changes(kind, amounts, ids);
    }

    /** Returns the next account in a random permutation of all accounts. After the last account, begins a new permutation. */
    private long nextAccount() {
        final int place = (int) ((given - 1) % Change.ACCOUNTS);
        if (place == 0) {
            for (int i = 0; i < order.length; i++) {
                final int other = random.nextInt(i + 1);
                order[i] = order[other];
                order[other] = i + 1L;
            }
        }
        return order[place];
    }
}
