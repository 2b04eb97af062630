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
        for (final AutoCloseable resource : opened) {
            try {
                resource.close();
            } catch (final Exception e) {
                throw new IllegalStateException("Closing " + resource.getClass().getSimpleName() + " failed", e);
            }
        }
    }
}
