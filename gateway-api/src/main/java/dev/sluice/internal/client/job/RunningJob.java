package dev.sluice.internal.client.job;

import dev.sluice.api.FutureRequests;
import dev.sluice.client.job.Job;
import dev.sluice.client.job.Job.JobBody;
import dev.sluice.client.job.Job.JobReport;
import dev.sluice.client.job.Job.RunEndedException;
import dev.sluice.client.job.JobItem;
import dev.sluice.client.job.JobOptions;
import dev.sluice.client.job.Sink;
import dev.sluice.internal.client.OpenedRun;
import dev.sluice.internal.client.RunFile.End;
import dev.sluice.internal.client.RunFile.OfLane;
import dev.sluice.internal.client.RunFile.RunMark;
import dev.sluice.internal.client.job.RunItem.RunRequests;
import dev.sluice.internal.fault.FaultPoint;
import dev.sluice.internal.text.Plural;
import dev.sluice.transport.Lanes;
import dev.sluice.transport.RunPlace;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A run that is open in this process. It writes the marks and creates the items. One thread uses this object. */
public final class RunningJob implements Job {

    private static final Logger LOG = LoggerFactory.getLogger(Job.class);

    private final OpenedRun run;
    private final JobOptions options;
    private final Runnable closeFutures;
    private final List<RunRequests> lanes;
    private final LongAdder asked = new LongAdder();
    private final LongAdder fromHistory = new LongAdder();
    private final RunMark atOpening;
    /** The items that are not handled yet, in their order. */
    private final Queue<RunItem> open = new ArrayDeque<>();

    /** The open items of each lane, in their order. */
    private final List<Queue<RunItem>> openOnLane;

    private final Set<String> keys = new HashSet<>();
    private long begun;
    private long handled;
    private long failed;
    private String lastKey;
    private boolean ended;
    /** Whether {@link #run} was called; it reports the end when it returns. */
    private boolean inRun;
    /** Whether the caller, with a loop of its own, called {@link #end}; {@link #close} then reports the end. */
    private boolean endCalled;

    /**
     * Called by the client.
     *
     * @param run the opened run, which this object closes
     * @param requests for each lane of the run, the client with futures through which the items on this lane send their requests
     * @param closeFutures closes the futures; called before the run is closed, because the futures read its results
     * @throws RunEndedException if the run has already ended, this was reported, and the options do not allow another start
     */
    public RunningJob(
            OpenedRun run, JobOptions options, List<? extends FutureRequests> requests, Runnable closeFutures) {
        this.run = run;
        this.options = options;
        this.closeFutures = closeFutures;
        this.atOpening = run.mark();
        this.begun = atOpening.handled();
        this.handled = atOpening.handled();
        this.failed = atOpening.failed();
        this.lastKey = atOpening.lastKey();
        this.ended = atOpening.ended();
        this.lanes = IntStream.range(0, run.lanes().size())
                .mapToObj(lane -> new RunRequests(
                        run.name(),
                        run.queues(),
                        lane,
                        requests.get(lane),
                        options.futures().executor(),
                        run.lanes().get(lane).history(),
                        ended ? RunMark.NONE : atOpening.lanes().get(lane).askAgainUpTo(),
                        asked::increment,
                        fromHistory::increment))
                .toList();
        this.openOnLane =
                lanes.stream().<Queue<RunItem>>map(lane -> new ArrayDeque<>()).toList();
        atOpening.end().ifPresent(this::startAgain);
    }

    private void startAgain(End end) {
        final String what = "the " + run.name() + " ended at " + end.at() + " with "
                + Plural.of(handled, "item", "items") + (failed == 0 ? "" : ", " + failed + " of them failed")
                + ", and its output is complete";
        if (!end.reported()) {
            LOG.warn(
                    "{}; the process that ended it stopped before it could report this. This start does nothing and"
                            + " succeeds",
                    what);
        } else if (options.allowsStartIfEnded()) {
            LOG.warn("{}: this start does nothing", what);
        } else {
            close();
            throw new RunEndedException(
                    what + ": start the next run under another name, or allow starts that do nothing with"
                            + " JobOptions.allowingStartIfEnded()",
                    end.at(),
                    handled);
        }
    }

    @Override
    public <T, R> JobReport run(
            Iterable<? extends T> items,
            Function<? super T, String> key,
            JobBody<? super T, ? extends R> body,
            Sink<? super R> sink) {
        final OptionalLong total =
                items instanceof Collection<?> known ? OptionalLong.of(known.size()) : OptionalLong.empty();
        return run(total, () -> JobLoop.passedOver(run.name(), run.mark(), items.iterator(), key), key, body, sink);
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
        inRun = true;
        if (!ended) {
            new JobLoop<T, R>(this, options, key, body, sink).over(rest, total);
        }
        run.reported();
        return report();
    }

    @Override
    public JobItem item(String key) {
        return item(key, key);
    }

    @Override
    public JobItem item(String key, String laneKey) {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(laneKey, "lane");
        checkOpen();
        if (!keys.add(key)) {
            throw new IllegalArgumentException(
                    "two items of the " + run.name() + " have the key '" + key + "': each item needs its own key");
        }
        final int lane = Lanes.of(laneKey, lanes.size());
        checkOnlyOn(lane, key);
        final RunItem item = new RunItem(
                lanes.get(lane), key, ++begun, run.lanes().get(lane).place().read());
        open.add(item);
        openOnLane.get(lane).add(item);
        return item;
    }

    /**
     * Refuses an item that used another lane before the run was continued. On this lane the item would not find its earlier
     * requests, and so would send them again.
     */
    private void checkOnlyOn(int lane, String key) {
        for (int other = 0; other < lanes.size(); other++) {
            if (other != lane && lanes.get(other).history().has(key)) {
                throw new RunChangedException("item '" + key + "' of the " + run.name() + " used lane " + other
                        + " before the run was continued, but now it goes to lane " + lane
                        + ": the key of an item's lane must be the same each time");
            }
        }
    }

    @Override
    public void handled(JobItem item) {
        if (open.peek() != item) {
            throw new IllegalStateException(item + " is not the first of the open items, which is " + open.peek()
                    + ": items must be handled in their order");
        }
        final RunItem first = open.remove();
        openOnLane.get(first.lane()).remove();
        keys.remove(item.key());
        handled++;
        lastKey = item.key();
        lanes.get(first.lane()).history().forget(item.key());
    }

    @Override
    public void failed(JobItem item) {
        handled(item);
        failed++;
    }

    @Override
    public void mark(String sinkMark) {
        mark(now(sinkMark, run.mark().lanes()));
    }

    @Override
    public void stop(String sinkMark) {
        mark(now(
                sinkMark,
                IntStream.range(0, lanes.size())
                        .mapToObj(lane ->
                                run.lanes().get(lane).stopped(run.mark().lanes().get(lane)))
                        .toList()));
    }

    private RunMark now(String sinkMark, List<OfLane> of) {
        return new RunMark(of, handled, failed, lastKey, sinkMark, Optional.empty());
    }

    private void mark(RunMark mark) {
        checkOpen();
        FaultPoint.reached("sink-forced");
        run.write(mark);
        FaultPoint.reached("mark-written");
        for (int lane = 0; lane < lanes.size(); lane++) {
            if (lanes.get(lane).history().isEmpty()) {
                final RunPlace place = run.lanes().get(lane).place();
                final RunItem first = openOnLane.get(lane).peek();
                place.moveTo(first == null ? place.read() : first.place());
            }
        }
    }

    @Override
    public long handledItems() {
        return handled;
    }

    @Override
    public String sinkMark() {
        return run.mark().sinkMark();
    }

    @Override
    public void end(String sinkMark) {
        endCalled |= !inRun;
        if (ended) {
            return;
        }
        if (!open.isEmpty()) {
            throw new IllegalStateException(open.element() + " is not handled yet, so the run cannot end");
        }
        final Instant at = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        run.write(now(sinkMark, run.mark().lanes()).withEnd(new End(at, false)));
        FaultPoint.reached("run-marked-ended");
        ended = true;
        closeFutures.run(); // before the run is released, because the futures read its results
        run.end();
    }

    @Override
    public Optional<String> lastHandled() {
        return handled == 0 ? Optional.empty() : Optional.of(lastKey);
    }

    @Override
    public JobReport report() {
        return new JobReport(handled, failed, atOpening.handled(), asked.sum(), fromHistory.sum(), atOpening.ended());
    }

    @Override
    public boolean isEnded() {
        return ended;
    }

    private void checkOpen() {
        if (ended) {
            throw new IllegalStateException("the " + run.name() + " has ended: a new run needs another name");
        }
    }

    @Override
    public void close() {
        try {
            closeFutures.run();
        } finally {
            run.close();
        }
        if (endCalled) {
            run.reported();
        }
    }

    @Override
    public String toString() {
        return run.name().toString();
    }
}
