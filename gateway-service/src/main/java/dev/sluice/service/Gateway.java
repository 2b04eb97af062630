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
 * The core component of the gateway. It reads requests in chunks, gets them answered in as few backend calls as possible, and
 * writes one result for each request, in order. It knows only the interfaces of a source, a sink, backends and a clock. It never
 * blocks. While a backend is unavailable, it calls the other backends, and later retries the unavailable one. It goes on reading
 * requests until the window, which holds the requests in progress, is full.
 *
 * <p>Single-threaded, as an agent with a duty cycle (the pattern of the Agrona library): the owner calls {@link #doWork}
 * repeatedly on one thread.
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
    /** The index of the last request whose result readers see. */
    private long visible = -1;

    private long durable = -1;
    private boolean reading = true;
    private boolean begun;

    /**
     * Creates a gateway without caches and without precautions. Its counts contain an operation only from the first request for
     * this operation on.
     */
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
     * @param settings the settings for reading chunks
     * @param source supplies the requests
     * @param sink receives the results
     * @param catalog finds the operation of a request
     * @param caches the caches of lookups
     * @param backends the backends that answer the requests
     * @param counts receives counts of the work
     * @param precautions the precautions against requests that crash the process
     * @param wallClockNanos the clock, in nanoseconds since 1970, for the history
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

    /** Sets the limit for reading requests. The limit takes effect in the next turn. */
    public void follow(ReadLimit limit) {
        readLimit = limit;
    }

    /**
     * Runs one turn of the duty cycle: does all work that is possible now, without waiting.
     *
     * @param nowNanos the time of a monotonic clock, in nanoseconds
     * @return the amount of work done; 0 means that the caller may pause
     */
    public int doWork(long nowNanos) {
        readLimit.begin();
        begin();
        source.turn();
        int work = 0;
        scheduler.turn(nowNanos);
        for (final Backend backend : backends) {
            work += backend.poll(scheduler); // even without a call in flight: poll may throw to stop the gateway
        }
        if (window.held()) {
            work += window.write(sink, wallClockNanos, counts); // if this throws, no further calls are started
        }
        final boolean room = scheduler.hasRoom(planner.asked()); // also updates which calls are held up
        if (reads() && (room || chunk.size() == 0)) {
            work += read(nowNanos);
        }
        if (chunk.size() > 0 && scheduler.hasRoom(planner.asked()) && !lingers(nowNanos)) {
            counts.drained(chunk.end());
            scheduler.add(planner.plan());
        }
        visible = sink.visibleIndex();
        work += scheduler.start(nowNanos, visible + 1); // before writing, so that backends work meanwhile
        work += window.write(sink, wallClockNanos, counts);
        work += settle();
        readLimit.end(chunk.lastIndex(), finished());
        counts.turn(nowNanos, window.firstWrittenNanos(), precautions.quarantined());
        return work;
    }

    /** Flushes once, because an earlier run may have crashed after writing a result and before flushing it. */
    private void begin() {
        if (!begun) {
            sink.flush();
            begun = true;
        }
    }

    /** Whether there is no work until a backend replies or a deadline passes. A reply wakes the caller up. */
    boolean waitsForBackends() {
        return chunk.size() > 0 && !scheduler.hasRoom(planner.asked());
    }

    private boolean reads() {
        return reading && readLimit.reads(chunk.lastIndex());
    }

    /** Stops reading requests. Requests in progress are finished by further calls of {@link #doWork}. */
    public void stopReading() {
        reading = false;
    }

    /** Whether readers see a result of every request that was read. */
    public boolean finished() {
        return window.size() == 0 && visible >= window.lastWritten();
    }

    /** Records that no request caused the end of the gateway. So the next run executes the unfinished requests as usual. */
    public void ended() {
        precautions.ended(window);
    }

    /** Records that the gateway ends by an error. A request that is being executed alone may have caused the error. */
    void failed() {
        precautions.failed(window);
    }

    /** Returns the number of requests in progress. */
    public int inHand() {
        return window.size();
    }

    public GatewayCounts counts() {
        return counts;
    }

    /**
     * Starts a sync of the results if a backend stores too many outcomes whose results are not on disk yet. Tells the backends
     * which results are on disk.
     */
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
     * Reads as many requests as fit into the window. If the backends have no room for further calls, reads one chunk ahead, so
     * that its calls can start at once when a call ends. The whole chunk is read at a time, because each read may need a sync to
     * disk.
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
            precautions.taken(chunk.lastIndex()); // even if poll failed after it had read some requests
        }
    }

    private boolean lingers(long nowNanos) {
        return reads()
                && chunk.size() < settings.chunkLimit()
                && !precautions.oneAtATime(window)
                && nowNanos - chunkSinceNanos < settings.lingerNanos();
    }
}
