package dev.sluice.examples.demo;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Kills and restarts the processes of the demo one after the other while the job is running. This happens on a new thread. */
final class Kills implements AutoCloseable {

    private static final Duration LOOK = Duration.ofMillis(5);

    private final List<Victim> victims;
    private final LongSupplier done;
    private final long contracts;
    private final Screen screen;
    private CompletableFuture<Void> ended = CompletableFuture.completedFuture(null);
    private volatile boolean over;

    /** A process that can be killed and started again. */
    @FunctionalInterface
    interface Victim {

        /** Kills the process as {@code kill -9} does, starts it again without waiting until it works, and returns its name. */
        String killAndStart() throws IOException;
    }

    /**
     * Creates the kills of the given processes, in the given order. After each kill, the remaining contracts are divided evenly
     * among the remaining kills.
     *
     * @param done returns the number of contracts done; called on any thread
     * @param contracts the number of all contracts
     */
    Kills(List<Victim> victims, LongSupplier done, long contracts, Screen screen) {
        this.victims = victims;
        this.done = done;
        this.contracts = contracts;
        this.screen = screen;
    }

    /**
     * Starts killing.
     *
     * @param failed called on the new thread with a message if a process could not be started again
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
                screen.line("The job ended before the next kill: start the demo with more --contracts.");
                return;
            }
            try {
                screen.line("Killed " + victim.killAndStart() + "; it is started again.");
            } catch (final IOException e) {
                failed.accept("the killed process cannot be started again: " + e.getMessage());
                return;
            }
            left--;
            screen.line(String.format(
                    Locale.ROOT,
                    "After that kill, the longest pause between finished contracts was %.1f s.",
                    awaitDone(partDone(left)).toMillis() / 1e3));
        }
    }

    /** Returns how many contracts must be done before the next kill, if the given number of kills remain. */
    private long partDone(int kills) {
        final long now = done.getAsLong();
        return now + (contracts - now) / (kills + 1);
    }

    /** Waits until the given number of contracts is done, and returns the longest time in which no contract was done. */
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

    /** Stops killing. Called when the job is done; returns after the process killed last has been started again. */
    @Override
    public void close() {
        over = true;
        ended.join();
    }
}
