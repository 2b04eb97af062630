package dev.sluice.internal.client.job;

import dev.sluice.api.RequestKind;
import dev.sluice.api.Shape;
import dev.sluice.client.job.JobItem;
import dev.sluice.client.job.RunChangedException;
import dev.sluice.internal.client.GuardedFuture;
import dev.sluice.internal.client.declared.Declaration;
import dev.sluice.internal.client.run.CallNumber;
import dev.sluice.internal.queue.RunPlace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** One item of a run that this process has open. Any thread asks. */
final class RunItem implements JobItem {

    private final RunRequests run;
    private final String key;
    private final long number;
    private final String numberText;
    private final RunPlace.Place place;
    private final List<GuardedFuture<?>> effects = new ArrayList<>(2); // requests that change something
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

    /** The number as it travels with each request. */
    String numberText() {
        return numberText;
    }

    /** What this item asked was answered behind that place, as far as this process asked it. */
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

        @SuppressWarnings("unchecked") // a declaration of that type
        private static <T> Declaration<T> of(Class<T> type) {
            return (Declaration<T>) READ.get(type);
        }
    }

    @Override
    public <T> CompletableFuture<T> ask(
            RequestKind kind, Map<String, String> headers, String name, Object[] arguments, Shape<T> shape) {
        final CallNumber call = nextCall(CallNumber.changes(kind));
        final CompletableFuture<T> answer = run.ask(this, call, kind, headers, name, arguments, shape);
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
            throw new RunChangedException(this + " asked as far as " + earlier
                    + " before the run was continued, and now " + now
                    + " of these calls: a body must ask the same in the same order each time");
        }
    }

    @Override
    public String toString() {
        return "item '" + key + "' of the " + run.name();
    }
}
