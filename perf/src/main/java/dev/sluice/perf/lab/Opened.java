package dev.sluice.perf.lab;

import java.util.ArrayDeque;
import java.util.Deque;

/** Resources that are opened one by one and closed together, in reverse order. Not thread-safe. */
public final class Opened implements AutoCloseable {

    private final Deque<AutoCloseable> all = new ArrayDeque<>();

    /** Adds a resource, which {@link #close} will close, and returns it. */
    public <T extends AutoCloseable> T add(T one) {
        all.push(one);
        return one;
    }

    /** @throws IllegalStateException if a resource cannot be closed; all other resources are closed nevertheless */
    @Override
    public void close() {
        while (!all.isEmpty()) {
            try {
                all.pop().close();
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (final Exception e) {
                close();
                throw new IllegalStateException("A resource cannot be closed: " + e.getMessage(), e);
            }
        }
    }
}
