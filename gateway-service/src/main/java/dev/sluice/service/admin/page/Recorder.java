package dev.sluice.service.admin.page;

import dev.sluice.service.admin.Observed;
import dev.sluice.service.admin.ObservedLanes;
import dev.sluice.service.core.MaskedLog;
import dev.sluice.service.look.Status.Sample;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;

/**
 * Takes a sample of a gateway's work every two seconds on a separate thread, and keeps the samples of the last hour. For the last
 * minute it also keeps the counts of each name and backend. Its memory use depends only on the configuration. Any thread may
 * read.
 */
final class Recorder implements AutoCloseable {

    private static final Logger LOG = MaskedLog.of(Recorder.class);

    static final int STEP_SECONDS = 2;
    private static final int KEPT = 3600 / STEP_SECONDS;
    private static final int MINUTE = 60 / STEP_SECONDS;

    private final Supplier<Optional<ObservedLanes>> observed;
    private final InstantSource clock;
    private final LongSupplier nanoClock;
    private final Deque<Sample> samples = new ArrayDeque<>(KEPT);
    /**
     * The totals at the beginning of the last minute and at each sample since then. At first the list contains only the totals of
     * the start, which are 0.
     */
    private final Deque<Totals> totals = new ArrayDeque<>(MINUTE + 1);

    private final ScheduledExecutorService thread;

    /** @param thread is used by this recorder only; {@link #close} shuts it down */
    Recorder(
            Supplier<Optional<ObservedLanes>> observed,
            InstantSource clock,
            LongSupplier nanoClock,
            ScheduledExecutorService thread) {
        this.thread = thread;
        this.observed = observed;
        this.clock = clock;
        this.nanoClock = nanoClock;
        totals.add(new Totals(nanoClock.getAsLong(), Map.of(), Map.of()));
    }

    Recorder start() {
        thread.scheduleAtFixedRate(this::trySample, STEP_SECONDS, STEP_SECONDS, TimeUnit.SECONDS);
        return this;
    }

    private void trySample() {
        try {
            sample();
        } catch (final RuntimeException e) {
            LOG.debug("The page has no sample of the last two seconds", e);
        }
    }

    /** Takes a sample. Does nothing before the lanes are open. */
    void sample() {
        final Optional<ObservedLanes> gateway = observed.get();
        if (gateway.isEmpty()) {
            return;
        }
        final List<Observed> lanes = gateway.get().lanes();
        final Totals now = Totals.of(lanes, nanoClock.getAsLong());
        final Optional<Long> backlog = backlog(lanes);
        synchronized (this) {
            final Totals step = now.since(totals.getLast());
            add(samples, KEPT, new Sample(clock.instant(), step.times(), backlog));
            add(totals, MINUTE + 1, now);
        }
    }

    private static <T> void add(Deque<T> kept, int most, T next) {
        if (kept.size() == most) {
            kept.removeFirst();
        }
        kept.addLast(next);
    }

    /** Returns the samples of the last hour that were taken after the given time, the oldest first. */
    synchronized List<Sample> samples(Instant since) {
        return samples.stream().filter(sample -> sample.at().isAfter(since)).toList();
    }

    /** Returns the counts of the last minute, or since the start if that is less than a minute ago. */
    synchronized Totals lastMinute(List<Observed> lanes) {
        final Totals now = Totals.of(lanes, nanoClock.getAsLong());
        return now.since(totals.getFirst());
    }

    /** Returns the number of requests without a result; empty if the queues cannot be read at the moment. */
    static Optional<Long> backlog(List<Observed> lanes) {
        try {
            return Optional.of(
                    lanes.stream().mapToLong(lane -> lane.backlog().getAsLong()).sum());
        } catch (final RuntimeException e) {
            LOG.debug("The backlog cannot be counted", e);
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        thread.shutdown(); // an interrupt would close the files that the thread reads
    }
}
