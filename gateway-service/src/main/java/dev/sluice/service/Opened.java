package dev.sluice.service;

import java.util.ArrayDeque;
import java.util.Deque;

/** What a constructor has opened so far: closed again, last first, unless everything could be opened. */
final class Opened implements AutoCloseable {

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    <T extends AutoCloseable> T add(T resource) {
        opened.push(resource);
        return resource;
    }

    /** Leaves everything open. */
    void keep() {
        opened.clear();
    }

    @Override
    public void close() {
        IllegalStateException failure = null;
        for (final AutoCloseable resource : opened) {
            try {
                resource.close();
            } catch (final Exception e) {
                final String what = resource.getClass().getSimpleName();
                failure = failure == null ? new IllegalStateException("Closing " + what + " failed", e) : failure;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
