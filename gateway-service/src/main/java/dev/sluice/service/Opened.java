package dev.sluice.service;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A stack of open resources that are closed in reverse order. A constructor closes the stack if it cannot open all its resources.
 */
final class Opened implements AutoCloseable {

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    <T extends AutoCloseable> T add(T resource) {
        opened.push(resource);
        return resource;
    }

    /** Makes a resource the first to be closed, although it was not opened last. */
    void closeFirst(AutoCloseable resource) {
        opened.remove(resource);
        opened.push(resource);
    }

    /** Moves the resources to a new stack, so that closing this one no longer closes them. Called when all resources are open. */
    Opened keep() {
        final Opened kept = new Opened();
        kept.opened.addAll(opened);
        opened.clear();
        return kept;
    }

    /** Closes all resources even if closing one of them fails, so that no lock is left behind. */
    @Override
    public void close() {
        if (opened.isEmpty()) {
            return;
        }
        final Opened earlier = this;
        final AutoCloseable last = opened.pop();
        try (earlier;
                last) {
            // closes the last resource first
        } catch (final RuntimeException e) {
            throw e;
        } catch (final Exception e) {
            throw new IllegalStateException("Closing " + last.getClass().getSimpleName() + " failed", e);
        }
    }
}
