package dev.sluice.examples.demo;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Kills one process of the demo after another while the job goes on, and has each started again; on a thread of its own. */
final class Kills implements AutoCloseable {

    private static final Duration LOOK = Duration.ofMillis(5);

    private final List<Victim> victims;
    private final LongSupplier done;
    private final long contracts;
    private final Screen screen;
    private CompletableFuture<Void> ended = CompletableFuture.completedFuture(null);
    private volatile boolean over;

    /** Something to be killed. */
    @FunctionalInterface
    interface Victim {

        /** Kills it as {@code kill -9} does, starts it again, does not wait until it works, and says what it was. */
        String killAndStart() throws IOException;
    }

    /**
     * Kills of these, in that order: each when an equal part of what was left of the job after the one before it is done.
     *
     * @param done how many contracts are done; any thread
     * @param contracts of all
     */
    Kills(List<Victim> victims, LongSupplier done, long contracts, Screen screen) {
        this.victims = victims;
        this.done = done;
        this.contracts = contracts;
        this.screen = screen;
    }

    /**
     * Begins.
     *
     * @param failed hears, on another thread, what could not be started again
     */
    void begin(Consumer<String> failed) {
        final long first = partDone(victims.size());
        ended = CompletableFuture.runAsync(() -> kill(first, failed), task -> new Thread(task, "demo-kills").start());
    }

    private void kill(long first, Consumer<String> failed) {
        int left = victims.size();
        awaitDone(first);
        for (final Victim victim : victims) {
            if (over || done.getAsLong() >= contracts) {
                screen.line("The job ended before the next kill: give it more --contracts.");
                return;
            }
            try {
                screen.line("Killed " + victim.killAndStart() + "; it is started again.");
            } catch (final IOException e) {
                failed.accept("what was killed cannot be started again: " + e.getMessage());
                return;
            }
            left--;
            screen.line(String.format(
                    Locale.ROOT,
                    "After that kill the longest time in which no contract was done was %.1f s.",
                    awaitDone(partDone(left)).toMillis() / 1e3));
        }
    }

    /** How many contracts will be done when the next of so many kills is due. */
    private long partDone(int kills) {
        final long now = done.getAsLong();
        return now + (contracts - now) / (kills + 1);
    }

    /** Waits until so many contracts are done, and returns the longest time in which none was. */
    private Duration awaitDone(long some) {
        long before = done.getAsLong();
        long since = System.nanoTime();
        long longest = 0;
        for (long now = before; now < some && !over; now = done.getAsLong()) {
            if (now > before) {
                before = now;
                since = System.nanoTime();
            }
            LockSupport.parkNanos(LOOK.toNanos());
            longest = Math.max(longest, System.nanoTime() - since);
        }
        return Duration.ofNanos(longest);
    }

    /** Kills no more: the job is done. Returns when what was killed is started again. */
    @Override
    public void close() {
        over = true;
        ended.join();
    }
}
