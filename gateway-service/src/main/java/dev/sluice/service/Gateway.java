package dev.sluice.service;

import dev.sluice.service.core.Backend;
import dev.sluice.service.core.Catalog;
import dev.sluice.service.core.GatewayCounts;
import dev.sluice.service.core.Precautions;
import dev.sluice.service.core.ReadLimit;
import dev.sluice.service.core.RequestSource;
import dev.sluice.service.core.ResultSink;
import dev.sluice.service.core.Window;
import dev.sluice.service.core.plan.Caches;
import dev.sluice.service.core.plan.CallReasons;
import dev.sluice.service.core.plan.Chunk;
import dev.sluice.service.core.plan.Planner;
import dev.sluice.service.core.schedule.Scheduler;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * The component: reads requests in chunks, has them answered in as few calls as can be, and writes one result for each,
 * in order. Knows a source, a sink, backends and a clock, and nothing of what they are made of. Waits for nothing and
 * nobody: a backend that is away is asked again later, and the others meanwhile, until the window is full.
 *
 * <p>Single-threaded, as an agent with a duty cycle (the pattern of the Agrona library): whoever owns it calls
 * {@link #doWork} over and over on one thread.
 */
public final class Gateway {

    private final GatewaySettings settings;
    private final Precautions precautions;
    private final RequestSource source;
    private final ResultSink sink;
    private final LongSupplier wallClockNanos;
    private final List<? extends Backend> backends;
    private final long windowLimit;
    private final GatewayCounts counts;
    private final Window window = new Window();
    private final Planner planner;
    private final Chunk chunk;
    private final Scheduler scheduler;
    private ReadLimit readLimit = new ReadLimit();
    private long chunkSinceNanos;
    /** Up to which request readers see results. */
    private long visible = -1;

    private long durable = -1;
    private boolean reading = true;
    private boolean begun;

    /** Without caches and precautions, counting from the start under no name. */
    public Gateway(
            GatewaySettings settings,
            RequestSource source,
            ResultSink sink,
            Catalog catalog,
            List<? extends Backend> backends,
            LongSupplier wallClockNanos) {
        this(
                settings,
                source,
                sink,
                catalog,
                Caches.NONE,
                backends,
                new GatewayCounts(List.of()),
                Precautions.none(),
                wallClockNanos);
    }

    /**
     * @param settings how it drains
     * @param source where requests come from
     * @param sink where results go
     * @param catalog what can be asked
     * @param caches of lookups
     * @param backends who answers
     * @param counts what is done
     * @param precautions against requests that end the process
     * @param wallClockNanos nanoseconds since 1970, for the history
     */
    public Gateway(
            GatewaySettings settings,
            RequestSource source,
            ResultSink sink,
            Catalog catalog,
            Caches caches,
            List<? extends Backend> backends,
            GatewayCounts counts,
            Precautions precautions,
            LongSupplier wallClockNanos) {
        this.settings = settings;
        this.precautions = precautions;
        this.source = source;
        this.sink = sink;
        this.wallClockNanos = wallClockNanos;
        this.backends = List.copyOf(backends);
        this.windowLimit = settings.windowLimit(this.backends);
        this.counts = counts;
        this.planner = new Planner(new CallReasons(settings.name(), counts));
        this.chunk = new Chunk(
                window,
                catalog,
                caches,
                planner,
                wallClockNanos,
                source.lastAtOpening(),
                counts,
                precautions,
                source::position);
        this.scheduler = new Scheduler(settings.name(), wallClockNanos, precautions, counts);
        this.scheduler.know(backends);
    }

    /** Has it read no further than that says, from the next turn on. */
    public void follow(ReadLimit limit) {
        readLimit = limit;
    }

    /**
     * Does what can be done now, without waiting.
     *
     * @param nowNanos a monotonic clock, nanoseconds
     * @return how much was done; 0 means that the caller may pause
     */
    public int doWork(long nowNanos) {
        readLimit.begin();
        begin();
        source.turn();
        int work = 0;
        scheduler.turn(nowNanos);
        for (final Backend backend : backends) {
            work += backend.poll(scheduler); // also without a call under way: one may say that the gateway must stop
        }
        if (window.held()) {
            work += window.write(sink, wallClockNanos, counts); // until that succeeds nothing more is asked
        }
        final boolean room = scheduler.hasRoom(planner.asked()); // also finds out what is held up
        if (reads() && (room || chunk.size() == 0)) {
            work += read(nowNanos);
        }
        if (chunk.size() > 0 && scheduler.hasRoom(planner.asked()) && !lingers(nowNanos)) {
            counts.drained(chunk.end());
            scheduler.add(planner.plan());
        }
        visible = sink.visibleIndex();
        work += scheduler.start(nowNanos, visible + 1); // the backends work while results are written
        work += window.write(sink, wallClockNanos, counts);
        work += settle();
        readLimit.end(chunk.lastIndex(), finished());
        counts.turn(nowNanos, window.firstWrittenNanos(), precautions.quarantined());
        return work;
    }

    /** A former run may have ended between a result and its flush; nothing builds on a result that may still be lost. */
    private void begin() {
        if (!begun) {
            sink.flush();
            begun = true;
        }
    }

    /** Whether only an answer of a backend, which wakes the caller up, can bring more to do; deadlines aside. */
    boolean waitsForBackends() {
        return chunk.size() > 0 && !scheduler.hasRoom(planner.asked());
    }

    private boolean reads() {
        return reading && readLimit.reads(chunk.lastIndex());
    }

    /** Takes no further requests; those in hand are finished by further {@link #doWork}. */
    public void stopReading() {
        reading = false;
    }

    /** Whether readers see a result of every request that was read. */
    public boolean finished() {
        return window.size() == 0 && visible >= window.lastWritten();
    }

    /** Notes an end in order, or for a reason that is no request's: the next run asks what is in hand as usual. */
    public void ended() {
        precautions.ended(window);
    }

    /** The requests in hand. */
    public int inHand() {
        return window.size();
    }

    public GatewayCounts counts() {
        return counts;
    }

    /** Tells the backends which results nothing takes away any more, and brings it there if one keeps much for results that may be lost. */
    private int settle() {
        boolean wanted = false;
        for (final Backend backend : backends) {
            wanted |= backend.wantsDurable();
        }
        if (wanted) {
            sink.startSync();
        }
        final long seen = sink.visibleIndex();
        final long now = Math.min(seen, sink.durableIndex());
        if (now == durable && seen == visible) {
            return 0;
        }
        visible = seen;
        durable = now;
        for (final Backend backend : backends) {
            backend.durable(now);
        }
        return 1;
    }

    /**
     * Reads what fits the window. Without room at the backends one chunk is read ahead, in one go (what is read may have to be
     * brought to disk first), so that it can be asked at once when a call comes back.
     */
    private int read(long nowNanos) {
        int limit = settings.chunkLimit() - chunk.size();
        if (precautions.oneAtATime(window)) {
            limit = finished() ? 1 : 0;
        } else if (window.size() + limit > windowLimit) {
            scheduler.windowIsFull(window.firstUnwritten(), window.size(), source::position);
            limit = 0;
        }
        if (limit == 0) {
            return 0;
        }
        if (chunk.size() == 0) {
            chunkSinceNanos = nowNanos;
        }
        chunk.begin();
        try {
            return source.poll(chunk, limit);
        } finally {
            precautions.taken(chunk.lastIndex()); // also when it broke off after some
        }
    }

    private boolean lingers(long nowNanos) {
        return reads()
                && chunk.size() < settings.chunkLimit()
                && !precautions.oneAtATime(window)
                && nowNanos - chunkSinceNanos < settings.lingerNanos();
    }
}
