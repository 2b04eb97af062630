package dev.sluice.internal.client;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A future that cannot be waited for on a thread that reads results: that thread is the one that would end the wait. It
 * also knows whether anybody looks at what becomes of it.
 */
public class GuardedFuture<T> extends CompletableFuture<T> {

    private volatile boolean lookedAt;

    /**
     * Whether somebody waited for it or hung something on it. {@link CompletableFuture#allOf} and the second of a
     * combination do not count: what hangs on them is made by others.
     */
    public boolean isLookedAt() {
        return lookedAt;
    }

    /** Makes the futures that hang on this one. */
    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        lookedAt = true;
        return new GuardedFuture<>();
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
        look();
        return super.get();
    }

    @Override
    public T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        look();
        return super.get(timeout, unit);
    }

    @Override
    public T join() {
        look();
        return super.join();
    }

    @Override
    public T getNow(T valueIfAbsent) {
        lookedAt = true;
        return super.getNow(valueIfAbsent);
    }

    private void look() {
        lookedAt = true;
        if (!isDone()) {
            ReaderThread.checkMayWait("for a future");
        }
    }
}
