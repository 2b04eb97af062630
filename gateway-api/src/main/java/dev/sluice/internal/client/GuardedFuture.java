package dev.sluice.internal.client;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A future that refuses to be awaited on a reader thread, because only that thread could end the wait. It also records whether
 * any code uses its outcome.
 */
public class GuardedFuture<T> extends CompletableFuture<T> {

    private volatile boolean lookedAt;

    /**
     * Whether any code has waited for this future or created a dependent future with a method of this future. {@link
     * CompletableFuture#allOf} does not count, because it calls no such method. For the same reason it does not count if this
     * future is passed as an argument, for example to {@code thenCombine}.
     */
    public boolean isLookedAt() {
        return lookedAt;
    }

    /** Creates the dependent futures of this future. */
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
