package dev.sluice.transport;

import org.jspecify.annotations.Nullable;

/** Holds an object to the one thread that used it first. */
public final class OwnerThread {

    private final String what;
    private @Nullable Thread owner;

    public OwnerThread(String what) {
        this.what = what;
    }

    /** Lets the next thread have it. The caller sees to it that this one is done, and that the next one sees what it did. */
    public void handOver() {
        owner = null;
    }

    public void check() {
        final Thread current = Thread.currentThread();
        if (owner != current) {
            if (owner != null) {
                throw new IllegalStateException(what + " belongs to thread '" + owner.getName() + "' and was used by '"
                        + current.getName() + "': open one for each thread");
            }
            owner = current;
        }
    }
}
