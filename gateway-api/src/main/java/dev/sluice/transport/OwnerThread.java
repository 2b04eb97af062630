package dev.sluice.transport;

import org.jspecify.annotations.Nullable;

/** Checks that an object is used only by one thread: the first thread that used it. */
public final class OwnerThread {

    private final String what;
    private @Nullable Thread owner;

    public OwnerThread(String what) {
        this.what = what;
    }

    /**
     * Lets another thread become the owner. The caller must ensure that the former owner has finished, and that its writes are
     * visible to the next owner.
     */
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
