package dev.sluice.service.admin.page;

import dev.sluice.internal.disk.QueueSpace;
import dev.sluice.internal.wire.ResultKind;
import dev.sluice.service.admin.Observed;
import dev.sluice.service.admin.ObservedLanes;
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
 * Samples what a gateway does every five seconds, on a thread of its own, and keeps an hour of it; of the last minute also what the
 * requests of each name came to. The memory that takes depends on the configuration alone. Any thread may ask.
 */
final class Recorder implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Recorder.class);

    static final int STEP_SECONDS = 5;
    private static final int KEPT = 3600 / STEP_SECONDS;
    private static final int MINUTE = 60 / STEP_SECONDS;
    private static final double MEDIAN = 0.5;
    private static final double MOST = 0.99;

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
        final long backlog = backlog(lanes);
        final long usable = usable(lanes);
        synchronized (this) {
            final Totals step = now.since(totals.getLast());
            final NameTotals all = step.all();
            add(
                    samples,
                    KEPT,
                    new Sample(
                            clock.instant(),
                            step.perSecond(all.results()),
                            step.perSecond(all.results(ResultKind.FAILED)),
                            step.calls().requestsPerCall(),
                            all.times().nanos(MEDIAN),
                            all.times().nanos(MOST),
                            backlog,
                            oldestSeconds(lanes),
                            usable,
                            Runtime.getRuntime().totalMemory()
                                    - Runtime.getRuntime().freeMemory()));
            add(totals, MINUTE + 1, now);
        }
    }

    private static <T> void add(Deque<T> kept, int most, T next) {
        if (kept.size() == most) {
            kept.removeFirst();
        }
        kept.addLast(next);
    }

    /** The samples of the last hour, the oldest first. */
    synchronized List<Sample> samples() {
        return List.copyOf(samples);
    }

    /** Counts of the last minute, or since the start. */
    synchronized Totals lastMinute(List<Observed> lanes) {
        final Totals now = Totals.of(lanes, nanoClock.getAsLong());
        return now.since(totals.getFirst());
    }

    /** The requests without a result; -1 if that cannot be told just now. */
    static long backlog(List<Observed> lanes) {
        try {
            return lanes.stream().mapToLong(lane -> lane.backlog().getAsLong()).sum();
        } catch (final RuntimeException e) {
            LOG.debug("The backlog cannot be told", e);
            return -1;
        }
    }

    /** The age of the oldest request in hand, in seconds; 0 without one. */
    static double oldestSeconds(List<Observed> lanes) {
        return lanes.stream().mapToDouble(Observed::oldestSeconds).max().orElse(0);
    }

    /** The free bytes of the queues' disk; -1 where they are on none. */
    static long usable(List<Observed> lanes) {
        return lanes.stream()
                .flatMap(lane -> lane.space().stream())
                .findFirst()
                .map(QueueSpace::usable)
                .orElse(-1L);
    }

    @Override
    public void close() {
        thread.shutdown(); // without an interrupt, which would close the files that it reads
    }
}
