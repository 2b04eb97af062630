package dev.sluice.internal.client.job;

import dev.sluice.api.FutureRequests;
import dev.sluice.client.job.Job;
import dev.sluice.client.job.JobBody;
import dev.sluice.client.job.JobItem;
import dev.sluice.client.job.JobOptions;
import dev.sluice.client.job.JobReport;
import dev.sluice.client.job.RunEndedException;
import dev.sluice.client.job.Sink;
import dev.sluice.internal.client.run.OpenedRun;
import dev.sluice.internal.client.run.RunMark;
import dev.sluice.internal.fault.FaultPoint;
import dev.sluice.internal.queue.RunPlace;
import java.util.Collection;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The run of a job that this process has open: keeps its mark, and hands out its items. One thread, but for bodies. */
public final class RunningJob implements Job {

    private static final Logger LOG = LoggerFactory.getLogger(Job.class);

    private final OpenedRun run;
    private final JobOptions options;
    private final Runnable closeFutures;
    private final RunRequests shared;
    private final LongAdder asked = new LongAdder();
    private final LongAdder fromHistory = new LongAdder();
    private final RunMark atOpening;
    private final OpenItems open;
    private boolean ended;

    /**
     * For the client.
     *
     * @param run taken over
     * @param requests what the run's items ask
     * @param closeFutures done first when this is closed: they read the run's results
     * @throws RunEndedException if the run has ended before, and the options say that this is a failure
     */
    public RunningJob(OpenedRun run, JobOptions options, FutureRequests requests, Runnable closeFutures) {
        this.run = run;
        this.options = options;
        this.closeFutures = closeFutures;
        this.atOpening = run.mark();
        this.open = new OpenItems(run.name(), atOpening);
        this.ended = atOpening.ended();
        this.shared = new RunRequests(
                run.name(),
                requests,
                options.futures().executor(),
                run.history(),
                atOpening.askAgainUpTo(),
                asked::increment,
                fromHistory::increment);
        if (ended) {
            tellEnded();
        }
    }

    private void tellEnded() {
        final String message = "the " + run.name() + " has ended before, with " + open.handledItems()
                + " items: this start asks nothing and writes nothing. Another run needs a name of its own";
        if (options.failsWhenEnded()) {
            close();
            throw new RunEndedException(message);
        }
        LOG.warn(message);
    }

    @Override
    public <T, R> JobReport run(
            Iterable<? extends T> items,
            Function<? super T, String> key,
            JobBody<? super T, ? extends R> body,
            Sink<? super R> sink) {
        final OptionalLong total =
                items instanceof Collection<?> known ? OptionalLong.of(known.size()) : OptionalLong.empty();
        return run(
                total,
                () -> new HandledItems(run.name(), run.mark()).passedOver(items.iterator(), key),
                key,
                body,
                sink);
    }

    @Override
    public <T, R> JobReport runBehind(
            Function<Optional<String>, ? extends Iterable<? extends T>> behind,
            Function<? super T, String> key,
            JobBody<? super T, ? extends R> body,
            Sink<? super R> sink) {
        return run(OptionalLong.empty(), () -> behind.apply(lastHandled()).iterator(), key, body, sink);
    }

    private <T, R> JobReport run(
            OptionalLong total,
            Iterable<? extends T> rest,
            Function<? super T, String> key,
            JobBody<? super T, ? extends R> body,
            Sink<? super R> sink) {
        if (ended) {
            return report();
        }
        new JobLoop<T, R>(this, options, key, body, sink).over(rest, total);
        return report();
    }

    @Override
    public JobItem item(String key) {
        return begin(key);
    }

    /** Begins the item of that key. */
    RunItem begin(String key) {
        Objects.requireNonNull(key, "key");
        checkOpen();
        return open.begin(
                key, number -> new RunItem(shared, key, number, run.place().read()));
    }

    @Override
    public void handled(JobItem item) {
        open.handled((RunItem) item);
        run.history().forget(item.key());
    }

    @Override
    public void failed(JobItem item) {
        open.failed((RunItem) item);
        run.history().forget(item.key());
    }

    @Override
    public void mark(String sinkMark) {
        mark(now(sinkMark, run.mark().askAgainUpTo()));
    }

    @Override
    public void stop(String sinkMark) {
        mark(now(sinkMark, run.lastRequest()));
    }

    private RunMark now(String sinkMark, long askAgainUpTo) {
        return open.mark(atOpening.behind(), sinkMark, askAgainUpTo);
    }

    private void mark(RunMark mark) {
        checkOpen();
        FaultPoint.reached("sink-forced");
        run.write(mark);
        FaultPoint.reached("mark-written");
        if (run.history().isEmpty()) {
            final RunPlace place = run.place();
            place.moveTo(open.first().map(RunItem::place).orElseGet(place::read));
        }
    }

    @Override
    public long handledItems() {
        return open.handledItems();
    }

    @Override
    public String sinkMark() {
        return run.mark().sinkMark();
    }

    @Override
    public void end(String sinkMark) {
        if (ended) {
            return;
        }
        open.first().ifPresent(item -> {
            throw new IllegalStateException(item + " is not handled: the run cannot end before");
        });
        run.write(now(sinkMark, 0).withEnd());
        FaultPoint.reached("run-marked-ended");
        ended = true;
        closeFutures.run(); // they read what the run gives back now
        run.end();
    }

    @Override
    public Optional<String> lastHandled() {
        return open.lastHandled();
    }

    @Override
    public JobReport report() {
        return new JobReport(
                open.handledItems(),
                open.failedItems(),
                atOpening.handled(),
                asked.sum(),
                fromHistory.sum(),
                atOpening.ended());
    }

    @Override
    public boolean isEnded() {
        return ended;
    }

    private void checkOpen() {
        if (ended) {
            throw new IllegalStateException("the " + run.name() + " has ended: another run needs a name of its own");
        }
    }

    @Override
    public void close() {
        try {
            closeFutures.run();
        } finally {
            run.close();
        }
    }

    @Override
    public String toString() {
        return run.name().toString();
    }
}
