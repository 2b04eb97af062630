package dev.sluice.internal.client;

import dev.sluice.api.Failure;
import dev.sluice.api.NotFoundException;
import dev.sluice.api.RequestFailedException;
import dev.sluice.api.RequestRef;
import dev.sluice.api.Results;
import dev.sluice.api.Rows;
import dev.sluice.api.Shape;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.internal.wire.ResultFrame;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;

/**
 * The future of one request. The same object is also the task that completes the future, so that one object per request is
 * enough.
 *
 * <p>The thread that sends the request creates this object, the reader thread sets the outcome, and a thread of the executor
 * completes the future.
 */
public final class Answer<T> extends GuardedFuture<T> implements Results, Runnable {

    private final Shape<T> shape;
    private final Function<RequestRef, String> where;
    private final Object[] asked;
    private ResultFrame result;
    private RuntimeException end;

    /**
     * @param where returns, for messages, the name and the position of a request
     * @param asked the request's arguments, for messages
     */
    Answer(Shape<T> shape, Function<RequestRef, String> where, Object[] asked) {
        this.shape = shape;
        this.where = where;
        this.asked = asked;
    }

    /**
     * Returns a future for a request that an earlier process sent.
     *
     * @param result the result of that request, which exists already or arrives later
     * @param executor completes the returned future
     */
    public static <T> Answer<T> to(
            CompletableFuture<ResultFrame> result,
            Shape<T> shape,
            Executor executor,
            Function<RequestRef, String> where,
            Object[] asked) {
        final Answer<T> answer = new Answer<>(shape, where, asked);
        result.whenComplete((frame, why) -> {
            if (frame != null) {
                answer.arrived(frame, executor);
            } else {
                answer.ended((RuntimeException) why, executor);
            }
        });
        return answer;
    }

    /** Sets the result, and submits this task to the executor. */
    void arrived(ResultFrame frame, Executor executor) {
        result = frame;
        submit(executor);
    }

    /** Sets the exception that says why there will be no result, and submits this task to the executor. */
    void ended(RuntimeException why, Executor executor) {
        end = why;
        submit(executor);
    }

    private void submit(Executor executor) {
        if (isDone()) {
            return; // the job has cancelled or completed this future
        }
        try {
            executor.execute(this);
        } catch (final RuntimeException e) {
            completeExceptionally(new RejectedExecutionException(
                    "the executor refused to complete the future of a request"
                            + (result == null ? "" : ", " + where.apply(result.request())) + "; its result was read",
                    e));
        }
    }

    @Override
    public void run() {
        final ResultFrame frame = result;
        try {
            if (frame == null) {
                completeExceptionally(end);
            } else {
                frame.deliver(this);
            }
        } catch (final NotFoundException e) {
            final RequestRef request = frame.request();
            completeExceptionally(new NotFoundException(
                    where.apply(request), Arguments.of(asked).toString(), request));
        } catch (final Error e) {
            completeExceptionally(e);
        } catch (final RuntimeException e) {
            completeExceptionally(new IllegalStateException(
                    "the result of " + where.apply(frame.request()) + " has an unexpected type: " + e.getMessage(), e));
        }
    }

    @Override
    public void rows(RequestRef request, Rows rows) {
        complete(shape.rows(request, rows));
    }

    @Override
    public void notFound(RequestRef request) {
        complete(shape.notFound(request));
    }

    @Override
    public void updated(RequestRef request, long count) {
        complete(shape.updated(request, count));
    }

    @Override
    public void replied(RequestRef request, Rows reply) {
        complete(shape.replied(request, reply));
    }

    @Override
    public void failed(RequestRef request, Failure failure) {
        completeExceptionally(new RequestFailedException(where.apply(request), request, failure));
    }
}
