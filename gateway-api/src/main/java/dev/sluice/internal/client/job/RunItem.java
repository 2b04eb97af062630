package dev.sluice.internal.client.job;

import dev.sluice.api.FailureKind;
import dev.sluice.api.FutureRequests;
import dev.sluice.api.RequestFailedException;
import dev.sluice.api.RequestKind;
import dev.sluice.api.Shape;
import dev.sluice.client.job.Job.RunChangedException;
import dev.sluice.client.job.JobItem;
import dev.sluice.internal.client.Answer;
import dev.sluice.internal.client.Declaration;
import dev.sluice.internal.client.GuardedFuture;
import dev.sluice.internal.client.History;
import dev.sluice.internal.client.History.CallNumber;
import dev.sluice.internal.client.RunFile.OfLane;
import dev.sluice.internal.client.RunFile.RunName;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.transport.RunPlace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;

/** One item of a run that is open in this process. Any thread may send its requests. */
final class RunItem implements JobItem {

    private final RunRequests run;
    private final String key;
    private final long number;
    private final String numberText;
    private final RunPlace.Place place;
    private final List<GuardedFuture<?>> effects = new ArrayList<>(2); // the updates and events
    private int reads;
    private int changes;

    RunItem(RunRequests run, String key, long number, RunPlace.Place place) {
        this.run = run;
        this.key = key;
        this.number = number;
        this.numberText = Long.toString(number);
        this.place = place;
    }

    @Override
    public String key() {
        return key;
    }

    @Override
    public long number() {
        return number;
    }

    @Override
    public Path queues() {
        return run.queues();
    }

    /** Returns the number of the lane that this item uses, among the lanes of its run. */
    int lane() {
        return run.lane();
    }

    /** Returns the item's number in the form that a header of each request carries. */
    String numberText() {
        return numberText;
    }

    /**
     * Returns a position in the results. All answers to requests that this process sends for this item come after this position.
     */
    RunPlace.Place place() {
        return place;
    }

    @Override
    public <T> T declare(Class<T> type) {
        return Declarations.of(type).on(this);
    }

    private static final class Declarations {

        private static final ClassValue<Declaration<?>> READ = new ClassValue<>() {
            @Override
            protected Declaration<?> computeValue(Class<?> type) {
                return Declaration.of(type);
            }
        };

        @SuppressWarnings("unchecked") // READ maps each type to a declaration of this type
        private static <T> Declaration<T> of(Class<T> type) {
            return (Declaration<T>) READ.get(type);
        }
    }

    @Override
    public <T> CompletableFuture<T> ask(
            RequestKind kind, Map<String, String> headers, String name, Object[] arguments, Shape<T> shape) {
        final CallNumber call = nextCall(CallNumber.changes(kind));
        final CompletableFuture<T> answer = run.ask(new Asking<>(this, call, kind, headers, name, arguments, shape));
        if (call.changes() && answer instanceof GuardedFuture<T> effect) {
            note(effect);
        }
        return answer;
    }

    private synchronized CallNumber nextCall(boolean changing) {
        return new CallNumber(changing, changing ? ++changes : ++reads);
    }

    private synchronized void note(GuardedFuture<?> effect) {
        effects.add(effect);
    }

    /**
     * Waits for the updates and events of this item. If an update or event failed and the body did not look at its outcome, this
     * method throws that failure, so that the item fails.
     *
     * @throws RunChangedException if an earlier process has sent more requests for this item
     */
    void settle() throws Exception {
        final List<GuardedFuture<?>> asked;
        synchronized (this) {
            asked = List.copyOf(effects);
            checkNotMore(run.history().last(key, true), changes);
            checkNotMore(run.history().last(key, false), reads);
        }
        for (final GuardedFuture<?> effect : asked) {
            final boolean seen = effect.isLookedAt();
            try {
                effect.get();
            } catch (final ExecutionException e) {
                if (!seen) {
                    throw e.getCause() instanceof Exception cause ? cause : e;
                }
            } catch (final CancellationException e) {
                continue; // the body cancelled this future, so its outcome does not matter
            }
        }
    }

    private void checkNotMore(CallNumber earlier, int now) {
        if (earlier.number() > now) {
            throw new RunChangedException(this + " made calls up to " + earlier
                    + " before the run was continued, but now only " + now
                    + " of that kind: a body must make the same calls in the same order each time");
        }
    }

    @Override
    public String toString() {
        return "item '" + key + "' of the " + run.name();
    }

    /** A method call by which an item's body sends a request. */
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

    /**
     * Sends the requests of a run's items on one lane. A request that an earlier process has already sent is not sent again, but
     * answered from the output. Thread-safe.
     *
     * @param executor completes the futures of requests that earlier processes sent
     * @param lane the number of the lane, among the lanes of the run
     * @param askAgainUpTo see {@link OfLane#askAgainUpTo}
     * @param asked called for each request that is sent now
     * @param fromHistory called for each request that an earlier process has already sent
     */
    record RunRequests(
            RunName name,
            Path queues,
            int lane,
            FutureRequests requests,
            Executor executor,
            History history,
            long askAgainUpTo,
            Runnable asked,
            Runnable fromHistory) {

        <T> CompletableFuture<T> ask(Asking<T> asking) {
            final Optional<History.PastRequest> earlier = history.find(asking.item.key(), asking.call);
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

        private <T> CompletableFuture<T> earlier(History.PastRequest earlier, Asking<T> asking) {
            if (!earlier.equalsNow(asking.kind, asking.name, asking.arguments)) {
                throw new RunChangedException(asking.item + " made the call " + earlier + " as " + asking.call
                        + " before the run was continued, but now makes " + asking
                        + ": a body must make the same calls in the same order each time");
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

        /**
         * Returns a future for the earlier result. If the earlier result is a failure after which the request may be sent again,
         * the request is sent again, and its new result completes the future.
         */
        private <T> CompletableFuture<T> orAgain(CompletableFuture<T> first, Asking<T> asking) {
            final CompletableFuture<T> answer = first.newIncompleteFuture();
            first.whenComplete((value, failure) -> {
                if (failure instanceof RequestFailedException failed && mayBeAskedAgain(asking.kind, failed.kind())) {
                    executor.execute(
                            () -> again(asking, answer)); // not on the reader thread, which must not wait for room
                } else {
                    end(answer, value, failure);
                }
            });
            return answer;
        }

        /**
         * Whether a failed request may be sent again. A failed read or update has changed nothing, because updates are rolled
         * back. A service may have accepted an event that failed, unless the event was refused.
         */
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
}
