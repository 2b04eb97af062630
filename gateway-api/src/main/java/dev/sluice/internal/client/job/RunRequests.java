package dev.sluice.internal.client.job;

import dev.sluice.api.FailureKind;
import dev.sluice.api.FutureRequests;
import dev.sluice.api.RequestFailedException;
import dev.sluice.api.RequestKind;
import dev.sluice.api.Shape;
import dev.sluice.client.job.RunChangedException;
import dev.sluice.internal.client.Answer;
import dev.sluice.internal.client.run.CallNumber;
import dev.sluice.internal.client.run.History;
import dev.sluice.internal.client.run.RunMark;
import dev.sluice.internal.client.run.RunName;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.internal.wire.RequestFrame;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * Asks for the items of a run: what an earlier process has asked is answered from the output, all else is asked now.
 * Thread-safe.
 *
 * @param executor completes the futures of what earlier processes asked
 * @param askAgainUpTo see {@link RunMark#askAgainUpTo}
 * @param asked is told of each request that is asked now
 * @param fromHistory is told of each one that is not
 */
record RunRequests(
        RunName name,
        FutureRequests requests,
        Executor executor,
        History history,
        long askAgainUpTo,
        Runnable asked,
        Runnable fromHistory) {

    /** A call of an item as a body asks it. */
    private record Asking<T>(
            RunItem item,
            CallNumber call,
            RequestKind kind,
            Map<String, String> headers,
            String name,
            Object[] arguments,
            Shape<T> shape) {

        @Override
        public String toString() {
            return kind.event() + " '" + name + "' " + Arguments.of(arguments);
        }
    }

    <T> CompletableFuture<T> ask(
            RunItem item,
            CallNumber call,
            RequestKind kind,
            Map<String, String> headers,
            String operation,
            Object[] arguments,
            Shape<T> shape) {
        final Asking<T> asking = new Asking<>(item, call, kind, headers, operation, arguments, shape);
        final Optional<History.Asked> earlier = history.find(item.key(), call);
        return earlier.isPresent() ? earlier(earlier.get(), asking) : now(asking);
    }

    private <T> CompletableFuture<T> now(Asking<T> asking) {
        final CompletableFuture<T> answer =
                requests.ask(asking.kind, headers(asking), asking.name, asking.arguments, asking.shape);
        asked.run();
        return answer;
    }

    private Map<String, String> headers(Asking<?> asking) {
        final Map<String, String> own = Map.of(
                RequestFrame.JOB, name.job(),
                RequestFrame.RUN, name.run(),
                RequestFrame.ITEM_NUMBER, asking.item.numberText(),
                RequestFrame.ITEM, asking.item.key(),
                RequestFrame.CALL, asking.call.toString());
        if (asking.headers.isEmpty()) {
            return own;
        }
        final Map<String, String> all = new HashMap<>(asking.headers);
        all.putAll(own);
        return all;
    }

    private <T> CompletableFuture<T> earlier(History.Asked earlier, Asking<T> asking) {
        if (!earlier.equalsNow(asking.kind, asking.name, asking.arguments)) {
            throw new RunChangedException(asking.item + " asked " + earlier + " as " + asking.call
                    + " before the run was continued, and now asks " + asking
                    + ": a body must ask the same in the same order each time");
        }
        fromHistory.run();
        final CompletableFuture<T> first = Answer.to(
                earlier.result(),
                asking.shape,
                executor,
                request -> "'" + request.name() + "' of " + asking.item,
                asking.arguments);
        return earlier.index() > askAgainUpTo ? first : orAgain(first, asking);
    }

    /** The earlier answer, or where that is a failure the one to the same request asked now. */
    private <T> CompletableFuture<T> orAgain(CompletableFuture<T> first, Asking<T> asking) {
        final CompletableFuture<T> answer = first.newIncompleteFuture();
        first.whenComplete((value, failure) -> {
            if (failure instanceof RequestFailedException failed && mayBeAskedAgain(asking.kind, failed.kind())) {
                executor.execute(() -> again(asking, answer)); // not on the thread that reads, where it may not wait
            } else {
                end(answer, value, failure);
            }
        });
        return answer;
    }

    /** A failed update was rolled back; an event that was not refused may have been taken all the same. */
    private static boolean mayBeAskedAgain(RequestKind kind, FailureKind failure) {
        return kind != RequestKind.SEND || failure == FailureKind.REJECTED || failure == FailureKind.INVALID;
    }

    private <T> void again(Asking<T> asking, CompletableFuture<T> answer) {
        try {
            now(asking).whenComplete((value, failure) -> end(answer, value, failure));
        } catch (final RuntimeException e) {
            answer.completeExceptionally(e);
        }
    }

    private static <T> void end(CompletableFuture<T> answer, T value, Throwable failure) {
        if (failure == null) {
            answer.complete(value);
        } else {
            answer.completeExceptionally(failure);
        }
    }
}
