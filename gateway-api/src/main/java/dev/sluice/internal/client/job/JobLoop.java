package dev.sluice.internal.client.job;

import dev.sluice.client.job.Job;
import dev.sluice.client.job.Job.JobBody;
import dev.sluice.client.job.Job.JobReport;
import dev.sluice.client.job.Job.RunChangedException;
import dev.sluice.client.job.JobOptions;
import dev.sluice.client.job.Sink;
import dev.sluice.client.job.Sink.SinkException;
import dev.sluice.client.loop.ItemFailure;
import dev.sluice.client.loop.ItemFailure.ItemFailedException;
import dev.sluice.client.loop.MainLoop;
import dev.sluice.client.loop.Mapped;
import dev.sluice.client.loop.Progress;
import dev.sluice.internal.client.RunFile.RunMark;
import dev.sluice.internal.client.RunFile.RunName;
import dev.sluice.internal.text.Plural;
import java.io.IOException;
import java.util.Iterator;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Runs the body of a job for the items of a run, and writes the results to the sink in the order of the items. Used by one
 * thread.
 */
final class JobLoop<T, R> {

    private final Job job;
    private final JobOptions options;
    private final Function<? super T, String> key;
    private final JobBody<? super T, ? extends R> body;
    private final Sink<? super R> sink;
    private long markedNanos = System.nanoTime();

    JobLoop(
            Job job,
            JobOptions options,
            Function<? super T, String> key,
            JobBody<? super T, ? extends R> body,
            Sink<? super R> sink) {
        this.job = job;
        this.options = options;
        this.key = key;
        this.body = body;
        this.sink = sink;
    }

    private record Work<T>(RunItem asks, T item) {
        @Override
        public String toString() {
            return String.valueOf(item);
        }
    }

    private record Done<R>(RunItem asks, R result) {}

    /** Runs the items from the last mark to the end. */
    void over(Iterable<? extends T> rest, OptionalLong total) {
        try {
            resume();
            run(rest, total);
            job.end(sinkMark());
        } finally {
            closeSink();
        }
    }

    private void run(Iterable<? extends T> rest, OptionalLong total) {
        final JobReport before = job.report();
        final Progress progress =
                new Progress(before.items(), before.items() - before.failed(), before.failed(), total);
        try (Mapped<Done<R>> results = loop().behind(progress).map(works(rest), this::apply)) {
            for (final Done<R> done : results) {
                write(done);
                job.handled(done.asks);
                markWhenDue();
            }
        } catch (final SinkException e) {
            throw e; // no new mark, because the state of the sink is unknown
        } catch (final ItemFailedException e) {
            final ItemFailedException shown = new ItemFailedException(shown(e.failure()));
            shown.setStackTrace(e.getStackTrace());
            stop(shown, () -> job.stop(sinkMark()));
            throw shown;
        } catch (final RuntimeException | Error e) {
            stop(e, () -> job.mark(sinkMark()));
            throw e;
        }
    }

    /**
     * Writes a mark after a failure. An interrupt must not prevent the write, so the thread's interrupt flag is cleared before
     * the write and set again after it.
     */
    private static void stop(Throwable why, Runnable mark) {
        final boolean interrupted = Thread.interrupted();
        try {
            mark.run();
        } catch (final RuntimeException e) {
            why.addSuppressed(e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private MainLoop loop() {
        final MainLoop loop = options.loop();
        return loop.failureTaker()
                .map(taker -> loop.withFailures(failure -> {
                    taker.accept(shown(failure));
                    job.failed(((Work<?>) failure.item()).asks);
                    markWhenDue();
                }))
                .orElse(loop);
    }

    private static ItemFailure shown(ItemFailure failure) {
        final Work<?> work = (Work<?>) failure.item();
        return new ItemFailure(failure.number(), Optional.of(work.asks.key()), work.item, failure.cause());
    }

    private Iterable<Work<T>> works(Iterable<? extends T> rest) {
        return () -> {
            final Iterator<? extends T> items = rest.iterator();
            return new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return items.hasNext();
                }

                @Override
                public Work<T> next() {
                    final T item = items.next();
                    final String own = key.apply(item);
                    final String lane = options.lanes().isEmpty()
                            ? own
                            : Objects.requireNonNull(
                                    options.lanes().get().apply(item),
                                    () -> "the item '" + own + "' has null as the key of its lane");
                    return new Work<>((RunItem) job.item(own, lane), item);
                }
            };
        };
    }

    /** Runs the body of one item, on one of the threads for bodies. */
    private Done<R> apply(Work<T> work) throws Exception {
        final R result = Job.during(work.asks, () -> body.apply(work.item, work.asks));
        work.asks.settle();
        return new Done<>(work.asks, result);
    }

    private void resume() {
        try {
            sink.resume(job.sinkMark());
        } catch (final IOException | RuntimeException e) {
            throw new SinkException("the sink of the " + job + " cannot be resumed", e);
        }
    }

    private void write(Done<R> done) {
        try {
            sink.write(done.result);
        } catch (final Exception e) {
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            throw new SinkException(
                    "the sink of the " + job + " failed at item " + done.asks.number() + ", '" + done.asks.key() + "'",
                    e);
        }
    }

    private void markWhenDue() {
        final long now = System.nanoTime();
        if (now - markedNanos >= options.marks().toNanos()) {
            job.mark(sinkMark());
            markedNanos = System.nanoTime();
        }
    }

    private String sinkMark() {
        try {
            return sink.mark();
        } catch (final IOException | RuntimeException e) {
            throw new SinkException("the sink of the " + job + " cannot force its output to disk", e);
        }
    }

    private void closeSink() {
        try {
            sink.close();
        } catch (final IOException e) {
            throw new SinkException("the sink of the " + job + " cannot be closed", e);
        }
    }

    /**
     * Skips the items that are already handled.
     *
     * @throws RunChangedException if these items differ from the handled items
     */
    static <T> Iterator<? extends T> passedOver(
            RunName name, RunMark mark, Iterator<? extends T> items, Function<? super T, String> key) {
        final String handled = "the " + name + " has handled " + Plural.of(mark.handled(), "item", "items") + ", ";
        String last = "";
        for (long number = 1; number <= mark.handled(); number++) {
            if (!items.hasNext()) {
                throw changed(handled + "and now there are only " + (number - 1));
            }
            last = key.apply(items.next());
        }
        if (!last.equals(mark.lastKey())) {
            throw changed(handled + "the last with the key '" + mark.lastKey() + "', but now item " + mark.handled()
                    + " has the key '" + last + "'");
        }
        return items;
    }

    private static RunChangedException changed(String how) {
        return new RunChangedException(
                how + ": continue it with the same items in the same order, or give it up and begin another run");
    }
}
