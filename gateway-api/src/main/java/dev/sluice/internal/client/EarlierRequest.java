package dev.sluice.internal.client;

import dev.sluice.api.RequestRef;
import dev.sluice.api.Shape;
import dev.sluice.internal.wire.ResultFrame;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * A request that stands on the queue from an earlier process: its result is there already or will come, and whoever
 * would ask it again gets that. Thread-safe.
 */
public final class EarlierRequest {

    private ResultFrame result;
    private RuntimeException end;
    private Answer<?> waiting;
    private Executor waitingOn;

    /** A future of its result, at most once. */
    public synchronized <T> CompletableFuture<T> answer(
            Shape<T> shape, Executor executor, Function<RequestRef, String> where, Object[] asked) {
        if (waiting != null) {
            throw new IllegalStateException("a request of an earlier process was asked twice by this one");
        }
        final Answer<T> answer = new Answer<>(shape, where, asked);
        waiting = answer;
        waitingOn = executor;
        submit();
        return answer;
    }

    /** Its result was read. The thread that reads. */
    public synchronized void arrived(ResultFrame frame) {
        result = frame;
        submit();
    }

    /** No result will be read any more. */
    public synchronized void ended(RuntimeException why) {
        end = why;
        submit();
    }

    private void submit() {
        if (waiting == null) {
            return;
        }
        if (result != null) {
            waiting.arrived(result, waitingOn);
        } else if (end != null) {
            waiting.ended(end, waitingOn);
        }
    }
}
