package dev.sluice.faults.simulate.search;

import dev.sluice.faults.simulate.program.Trace;
import dev.sluice.faults.simulate.world.RunCounts;
import java.util.Collections;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** Plays many random runs, one for each seed, on several threads; each run stays on one thread. */
final class Simulation {

    private static final int SEEDS_AT_A_TIME = 100;

    /** A seed whose run broke a promise or failed in the simulation itself. */
    record Failure(long seed, Throwable cause) {}

    private final int lanes;
    private final long firstSeed;
    private final long seeds;
    private final AtomicLong next = new AtomicLong();
    private final AtomicLong done = new AtomicLong();
    private final AtomicReference<Failure> failure = new AtomicReference<>();
    private final RunCounts tally = new RunCounts();

    /** @param lanes the number of lanes of each run; 1 means the queues of one machine */
    Simulation(int lanes, long firstSeed, long seeds) {
        this.lanes = lanes;
        this.firstSeed = firstSeed;
        this.seeds = seeds;
    }

    /** Plays runs until the first failure, or until all seeds are done. */
    void run(int threads) throws InterruptedException {
        final ExecutorService workers = Executors.newFixedThreadPool(threads);
        try {
            workers.invokeAll(Collections.nCopies(threads, Executors.callable(this::work)));
        } finally {
            workers.shutdownNow();
        }
    }

    private void work() {
        final RunCounts mine = new RunCounts();
        for (long from = take(); from < seeds && failure.get() == null; from = take()) {
            for (long i = from; i < Math.min(seeds, from + SEEDS_AT_A_TIME); i++) {
                play(firstSeed + i, mine);
            }
        }
        synchronized (tally) {
            tally.add(mine);
        }
    }

    private long take() {
        return next.getAndAdd(SEEDS_AT_A_TIME);
    }

    private void play(long seed, RunCounts mine) {
        try {
            KnownRun.ofSeed(lanes, seed).play(Trace.ofHash(), mine);
            done.incrementAndGet();
        } catch (final RuntimeException | Error e) {
            failure.compareAndSet(null, new Failure(seed, e));
        }
    }

    /** Returns the number of successful runs so far. */
    long done() {
        return done.get();
    }

    /** Returns the first failure; other seeds may have failed, too. */
    Optional<Failure> failure() {
        return Optional.ofNullable(failure.get());
    }

    /** Returns the counts of all runs, once all have ended. */
    RunCounts tally() {
        synchronized (tally) {
            return tally;
        }
    }
}
