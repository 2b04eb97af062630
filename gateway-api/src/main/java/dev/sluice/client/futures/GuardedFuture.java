package dev.sluice.client.futures;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A future that cannot be waited for on a thread that reads results: that thread is the one that would end the wait. */
class GuardedFuture<T> extends CompletableFuture<T> {

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new GuardedFuture<>();
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
        checkMayWait();
        return super.get();
    }

    @Override
    public T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        checkMayWait();
        return super.get(timeout, unit);
    }

    @Override
    public T join() {
        checkMayWait();
        return super.join();
    }

    private void checkMayWait() {
        if (!isDone()) {
            ReaderThread.checkMayWait("for a future");
        }
    }
}
