package dev.sluice.client.job;

import dev.sluice.api.FailureKind;
import dev.sluice.api.RequestFailedException;
import dev.sluice.client.declared.Declaration;
import dev.sluice.client.futures.FutureRequests;
import dev.sluice.client.futures.GuardedFuture;
import dev.sluice.client.futures.Shape;
import dev.sluice.queue.ResultPlace;
import dev.sluice.wire.Arguments;
import dev.sluice.wire.RequestFrame;
import dev.sluice.wire.RequestKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;

/**
 * Asks for one item of a run. Each request carries its job, run, item and the number of its call; what an earlier process
 * of the run has asked as that call is not asked again: its future gets the result from the output.
 *
 * <p>Thread-safe, but calls are numbered in the order they come: it must be the same each time.
 */
public final class JobItem implements FutureRequests {

    private final JobRequests run;
    private final String key;
    private final long number;
    private final ResultPlace place;
    private final List<GuardedFuture<?>> effects = new ArrayList<>(2); // requests that change something
    private int reads;
    private int changes;

    /** What all items of a run share. */
    record JobRequests(
            RunName name,
            FutureRequests requests,
            Executor executor,
            History history,
            long askAgainUpTo,
            Runnable asked,
            Runnable fromHistory) {}

    JobItem(JobRequests run, String key, long number, ResultPlace place) {
        this.run = run;
        this.key = key;
        this.number = number;
        this.place = place;
    }

    /** The item's key. */
    public String key() {
        return key;
    }

    /** The item's number in the run, from 1. */
    public long number() {
        return number;
    }

    /** What this item asked was answered behind that place, as far as this process asked it. */
    ResultPlace place() {
        return place;
    }

    /** The job's own interface, asking for this item; otherwise as {@code Futures.declare}. */
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

        @SuppressWarnings("unchecked") // a declaration of that type
        private static <T> Declaration<T> of(Class<T> type) {
            return (Declaration<T>) READ.get(type);
        }
    }

    /**
     * {@inheritDoc}
     *
     * @throws RunChangedException if an earlier process of the run has asked something else as this call
     */
    @Override
    public <T> CompletableFuture<T> ask(
            RequestKind kind, Map<String, String> headers, String name, Object[] arguments, Shape<T> shape) {
        final CallNumber call = nextCall(CallNumber.changes(kind));
        final Optional<History.Asked> earlier = run.history().find(key, call);
        final CompletableFuture<T> answer;
        if (earlier.isPresent()) {
            checkSame(earlier.get(), call, kind, name, arguments);
            run.fromHistory().run();
            answer = earlierAnswer(earlier.get(), headers, call, arguments, shape);
        } else {
            answer = askNow(kind, headers, call, name, arguments, shape);
        }
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

    private <T> CompletableFuture<T> askNow(
            RequestKind kind,
            Map<String, String> headers,
            CallNumber call,
            String name,
            Object[] arguments,
            Shape<T> shape) {
        final CompletableFuture<T> answer = run.requests().ask(kind, with(headers, call), name, arguments, shape);
        run.asked().run();
        return answer;
    }

    private Map<String, String> with(Map<String, String> headers, CallNumber call) {
        final Map<String, String> own = Map.of(
                RequestFrame.JOB, run.name().job(),
                RequestFrame.RUN, run.name().run(),
                RequestFrame.ITEM_NUMBER, Long.toString(number),
                RequestFrame.ITEM, key,
                RequestFrame.CALL, call.toString());
        if (headers.isEmpty()) {
            return own;
        }
        final Map<String, String> all = new HashMap<>(headers);
        all.putAll(own);
        return all;
    }

    private void checkSame(History.Asked earlier, CallNumber call, RequestKind kind, String name, Object[] arguments) {
        if (!earlier.equalsNow(kind, name, arguments)) {
            throw new RunChangedException("item '" + key + "' of the " + run.name() + " asked " + earlier
                    + " as " + call + " before the run was continued, and now asks " + kind.event() + " '" + name
                    + "' " + Arguments.of(arguments)
                    + ": a body must ask the same in the same order each time");
        }
    }

    private <T> CompletableFuture<T> earlierAnswer(
            History.Asked earlier, Map<String, String> headers, CallNumber call, Object[] arguments, Shape<T> shape) {
        final CompletableFuture<T> first = earlier.request()
                .answer(shape, run.executor(), request -> "'" + request.name() + "' of item '" + key + "'");
        if (earlier.index() > run.askAgainUpTo()) {
            return first;
        }
        final CompletableFuture<T> answer = first.newIncompleteFuture();
        first.whenComplete((value, failure) -> {
            if (failure instanceof RequestFailedException failed && mayBeAskedAgain(earlier.kind(), failed.kind())) {
                askAgain(earlier, headers, call, arguments, shape, answer);
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

    private <T> void askAgain(
            History.Asked earlier,
            Map<String, String> headers,
            CallNumber call,
            Object[] arguments,
            Shape<T> shape,
            CompletableFuture<T> answer) {
        run.executor()
                .execute(
                        () -> { // not on the thread that reads, where asking may not wait for room
                            try {
                                askNow(earlier.kind(), headers, call, earlier.name(), arguments, shape)
                                        .whenComplete((value, failure) -> end(answer, value, failure));
                            } catch (final RuntimeException e) {
                                answer.completeExceptionally(e);
                            }
                        });
    }

    private static <T> void end(CompletableFuture<T> answer, T value, Throwable failure) {
        if (failure == null) {
            answer.complete(value);
        } else {
            answer.completeExceptionally(failure);
        }
    }

    /**
     * Waits for the updates and events of this item. One that failed, and that nobody looked at, is the item's failure.
     *
     * @throws RunChangedException if an earlier process has asked more for this item
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
                continue; // the body did not want to know
            }
        }
    }

    private void checkNotMore(CallNumber earlier, int now) {
        if (earlier.number() > now) {
            throw new RunChangedException("item '" + key + "' of the " + run.name() + " asked as far as " + earlier
                    + " before the run was continued, and now " + now
                    + " of these calls: a body must ask the same in the same order each time");
        }
    }

    @Override
    public String toString() {
        return "item '" + key + "' of the " + run.name();
    }
}
