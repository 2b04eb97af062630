package dev.sluice.perf.lab;

import java.util.ArrayDeque;
import java.util.Deque;

/** Things that are opened one by one and closed together, the last one first. One thread. */
public final class Opened implements AutoCloseable {

    private final Deque<AutoCloseable> all = new ArrayDeque<>();

    /** Takes one over, and returns it. */
    public <T extends AutoCloseable> T add(T one) {
        all.push(one);
        return one;
    }

    /** @throws IllegalStateException if one cannot be closed */
    @Override
    public void close() {
        while (!all.isEmpty()) {
            try {
                all.pop().close();
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (final Exception e) {
                close();
                throw new IllegalStateException("What was opened cannot be closed: " + e.getMessage(), e);
            }
        }
    }
}
