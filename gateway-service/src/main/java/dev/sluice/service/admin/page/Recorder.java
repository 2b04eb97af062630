package dev.sluice.service.admin.page;

import dev.sluice.service.admin.Observed;
import dev.sluice.service.admin.ObservedLanes;
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
import org.slf4j.LoggerFactory;

/**
 * Samples what a gateway does every two seconds, on a thread of its own, and keeps an hour of it; of the last minute also what the
 * requests of each name came to. The memory that takes depends on the configuration alone. Any thread may ask.
 */
final class Recorder implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Recorder.class);

    static final int STEP_SECONDS = 2;
    private static final int KEPT = 3600 / STEP_SECONDS;
    private static final int MINUTE = 60 / STEP_SECONDS;

    private final Supplier<Optional<ObservedLanes>> observed;
    private final InstantSource clock;
    private final LongSupplier nanoClock;
    private final Deque<Sample> samples = new ArrayDeque<>(KEPT);
    /** A minute of them and the step before it; the first one is of the start, when nothing was done. */
    private final Deque<Totals> totals = new ArrayDeque<>(MINUTE + 1);

    private final ScheduledExecutorService thread;

    /** @param thread is this one's own, and ended by {@link #close} */
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
            LOG.debug("The page has no sample of the last seconds", e);
        }
    }

    /** Takes a sample; nothing before the lanes are open. */
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

    /** The samples of the last hour that are later than that moment, the oldest first. */
    synchronized List<Sample> samples(Instant since) {
        return samples.stream().filter(sample -> sample.at().isAfter(since)).toList();
    }

    /** Counts of the last minute, or since the start. */
    synchronized Totals lastMinute(List<Observed> lanes) {
        final Totals now = Totals.of(lanes, nanoClock.getAsLong());
        return now.since(totals.getFirst());
    }

    /** The requests without a result; empty if that cannot be told just now. */
    static Optional<Long> backlog(List<Observed> lanes) {
        try {
            return Optional.of(
                    lanes.stream().mapToLong(lane -> lane.backlog().getAsLong()).sum());
        } catch (final RuntimeException e) {
            LOG.debug("The backlog cannot be told", e);
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        thread.shutdown(); // without an interrupt, which would close the files that it reads
    }
}
