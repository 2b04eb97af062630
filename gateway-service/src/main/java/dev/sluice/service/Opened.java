package dev.sluice.service;

import java.util.ArrayDeque;
import java.util.Deque;

/** Open resources: closed again, last first; by the constructor that opens them, too, unless all could be opened. */
final class Opened implements AutoCloseable {

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    <T extends AutoCloseable> T add(T resource) {
        opened.push(resource);
        return resource;
    }

    /** Has a resource closed first, though it was opened earlier. */
    void closeFirst(AutoCloseable resource) {
        opened.remove(resource);
        opened.push(resource);
    }

    /** Everything could be opened: it stays open until what is returned is closed. */
    Opened keep() {
        final Opened kept = new Opened();
        kept.opened.addAll(opened);
        opened.clear();
        return kept;
    }

    /** Whatever fails on the way, no lock is left behind. */
    @Override
    public void close() {
        if (opened.isEmpty()) {
            return;
        }
        final Opened earlier = this;
        final AutoCloseable last = opened.pop();
        try (earlier;
                last) {
            // the last one is closed first
        } catch (final RuntimeException e) {
            throw e;
        } catch (final Exception e) {
            throw new IllegalStateException("Closing " + last.getClass().getSimpleName() + " failed", e);
        }
    }
}
