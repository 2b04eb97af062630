package dev.sluice.faults.kill.bank;

import dev.sluice.faults.kill.Stores;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * The requests of a round on one lane. Each request depends only on the seed, the lane and the request's number, so that neither
 * a writer that goes on after a kill nor the model needs stored state. Immutable.
 */
record Workload(long seed, int lane) {

    /** A workload for queues with one lane. */
    Workload(long seed) {
        this(seed, 0);
    }

    /**
     * One request of the workload.
     *
     * @param sequence the request's number at its writer, from 1
     * @param database the index of its database in {@link Stores#NAMES}
     * @param lane the lane of the request and of the tables that it uses
     * @param operation the operation
     * @param arguments as many as the operation has parameters, unless the request is wrong on purpose
     */
    record Request(long sequence, int database, int lane, Operation operation, List<Long> arguments) {

        String name() {
            return operation.nameFor(Stores.NAMES.get(database), lane);
        }

        /** Whether the gateway can execute the request. */
        boolean valid() {
            return operation != Operation.UNKNOWN && arguments.size() == operation.parameters();
        }

        @Override
        public String toString() {
            return "request " + sequence + ", " + name() + arguments;
        }
    }

    static final int ACCOUNTS = 8;
    static final int ITEMS = 50;

    /** The mixture of operations changes after every {@code 1 << BLOCK_BITS} requests. */
    private static final int BLOCK_BITS = 6;

    private static final int ENTRIES_BACK = 200;
    private static final int SEARCHED = 20;

    /** Returns the request with a number, counted from 1. */
    Request at(long sequence) {
        final SplittableRandom random = random(sequence);
        final int database = database(random);
        final Operation operation = operation(sequence, random);
        return new Request(sequence, database, lane, operation, arguments(sequence, database, operation, random));
    }

    /** Whether a document that is not a request precedes the request with a number. */
    boolean garbageBefore(long sequence) {
        return random(-sequence).nextInt(150) == 0;
    }

    /** Returns the amount that a request enters into the ledger of a database; empty if it enters none. */
    Optional<Long> entered(long sequence, int database) {
        final SplittableRandom random = random(sequence);
        return database(random) == database && operation(sequence, random) == Operation.ENTER
                ? Optional.of(amount(sequence))
                : Optional.empty();
    }

    private static int database(SplittableRandom random) {
        return random.nextInt(4) == 0 ? 1 : 0;
    }

    private Operation operation(long sequence, SplittableRandom random) {
        final int block = random(Long.MIN_VALUE + (sequence >> BLOCK_BITS)).nextInt(10);
        final int draw = random.nextInt(100);
        if (block < 2) {
            return draw < 97 ? Operation.ENTER : Operation.DIVIDE;
        } else if (block < 3) {
            return read(draw);
        } else if (block < 5) {
            return update(draw);
        }
        return random.nextBoolean() ? read(draw) : update(draw);
    }

    private static Operation read(int draw) {
        if (draw < 30) {
            return Operation.ITEM;
        } else if (draw < 65) {
            return Operation.BALANCE;
        } else if (draw < 72) {
            return Operation.TOTAL;
        } else if (draw < 98) {
            return Operation.ENTRY;
        }
        return Operation.UNKNOWN;
    }

    private static Operation update(int draw) {
        if (draw < 40) {
            return Operation.ENTER;
        } else if (draw < 70) {
            return Operation.COUNT;
        } else if (draw < 84) {
            return Operation.WITHDRAW;
        } else if (draw < 92) {
            return Operation.DIVIDE;
        } else if (draw < 97) {
            return Operation.ITEM_AGAIN;
        }
        return Operation.SPREAD;
    }

    private List<Long> arguments(long sequence, int database, Operation operation, SplittableRandom random) {
        final long account = random.nextInt(ACCOUNTS + 1);
        return switch (operation) {
            case ITEM -> List.of((long) random.nextInt(ITEMS + 5));
            case BALANCE -> random.nextInt(50) == 0 ? List.of(account, account) : List.of(account);
            case TOTAL, SPREAD -> List.of();
            case ENTRY -> List.of(earlierEntry(sequence, database, random));
            case ENTER -> List.of(sequence, account, amount(sequence));
            case COUNT -> List.of(1L + random.nextInt(9), account);
            case WITHDRAW -> List.of(1L + random.nextInt(60), account);
            case DIVIDE -> List.of((long) random.nextInt(3), account);
            case ITEM_AGAIN -> List.of((long) random.nextInt(ITEMS), sequence);
            case UNKNOWN -> List.of(sequence);
        };
    }

    /**
     * Returns mostly the number of a request that made an entry, and sometimes the number of a request that made none or comes
     * later.
     */
    private long earlierEntry(long sequence, int database, SplittableRandom random) {
        final long from = sequence + 2 - random.nextInt(ENTRIES_BACK);
        for (long earlier = from; earlier > from - SEARCHED; earlier--) {
            if (entered(earlier, database).isPresent()) {
                return earlier;
            }
        }
        return from;
    }

    private long amount(long sequence) {
        return 1 + random(~sequence).nextInt(1000);
    }

    private SplittableRandom random(long number) {
        return new SplittableRandom((seed + lane) * 0x9E3779B97F4A7C15L + number);
    }
}
