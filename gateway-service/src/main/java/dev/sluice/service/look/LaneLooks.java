package dev.sluice.service.look;

import dev.sluice.api.Position;
import dev.sluice.api.QueueException;
import dev.sluice.api.QueueOptions;
import dev.sluice.client.job.OpenRun;
import dev.sluice.service.core.MaskedLog;
import dev.sluice.service.look.Status.OfLane;
import dev.sluice.transport.Lane;
import dev.sluice.transport.Transports;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;

/**
 * Reads the state of lanes for the gateway's page, as {@code sluice status} does. While somebody views the page, a separate
 * thread reads it again and again. The lanes are opened for this purpose only, and closed 30 s after the last view. Any thread
 * may ask for the state.
 */
public final class LaneLooks implements AutoCloseable {

    private static final Logger LOG = MaskedLog.of(LaneLooks.class);
    private static final QueueOptions TO_READ = QueueOptions.DEFAULTS
            .withRequestLimit(QueueOptions.largestMessage(QueueOptions.DEFAULTS.blockSize()))
            .withDiskReserve(0);
    private static final long RESULTS = 10_000;
    private static final long PERIOD_SECONDS = 2;
    /** After each look at the lanes, the thread pauses for this multiple of the time that the look took. */
    private static final int PAUSES = 20;

    private static final long WANTED_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final Supplier<List<String>> addresses;
    private final long reserve;
    private final InstantSource clock;
    private final ScheduledExecutorService thread;
    /** The lanes that are open, by address; guarded by this. */
    private final Map<String, Lane> open = new HashMap<>();
    /** The last state of each lane, by address. */
    private final Map<String, OfLane> seen = new ConcurrentHashMap<>();

    private volatile long wantedNanos = System.nanoTime() - WANTED_NANOS;
    private long pauseUntilNanos = System.nanoTime();
    private boolean closed;

    /**
     * @param addresses returns the addresses of the lanes that the gateway serves at the moment
     * @param reserve the bytes of the disk that must stay free
     * @param thread is used by this object only; {@link #close} shuts it down
     */
    public LaneLooks(
            Supplier<List<String>> addresses, long reserve, InstantSource clock, ScheduledExecutorService thread) {
        this.reserve = reserve;
        this.thread = thread;
        this.addresses = addresses;
        this.clock = clock;
    }

    /** Starts the thread. It reads the lanes only while somebody asks for their state. */
    public LaneLooks start() {
        thread.scheduleWithFixedDelay(this::lookIfWanted, PERIOD_SECONDS, PERIOD_SECONDS, TimeUnit.SECONDS);
        return this;
    }

    /**
     * Returns the state of the lane as it was last read, or why it could not be read. The first caller after a pause waits until
     * the lane has been read.
     */
    public OfLane of(String address) {
        final boolean first = System.nanoTime() - wantedNanos >= WANTED_NANOS;
        wantedNanos = System.nanoTime();
        if (first) {
            lookIfWanted();
        }
        return seen.getOrDefault(address, OfLane.NOTHING);
    }

    /**
     * Returns the life of the request at this position of the lane; empty if there is no request.
     *
     * @throws QueueException if the queues cannot be read at this position
     */
    public synchronized Optional<Life> life(String address, Position position) {
        if (closed) {
            return Optional.empty();
        }
        final Lane its = open.computeIfAbsent(address, LaneLooks::open);
        wantedNanos = System.nanoTime();
        return new Search(its).life(its.inputIndex(position));
    }

    private static Lane open(String address) {
        return Transports.of(address).openExisting(address, TO_READ);
    }

    private synchronized void lookIfWanted() {
        final long now = System.nanoTime();
        if (closed || now - wantedNanos >= WANTED_NANOS) {
            keepOpen(List.of());
        } else if (now - pauseUntilNanos >= 0) {
            final List<String> lanes = addresses.get();
            keepOpen(lanes);
            lanes.forEach(lane -> seen.put(lane, look(lane)));
            pauseUntilNanos = now + PAUSES * (System.nanoTime() - now);
        }
    }

    private OfLane look(String address) {
        try {
            final Lane lane = open.computeIfAbsent(address, LaneLooks::open);
            final Supplier<List<OpenRun>> runs =
                    () -> OpenRun.list(Transports.of(address).allLanes(address));
            return OfLane.read("", new Look(lane, runs, clock, RESULTS, reserve).now());
        } catch (
                final RuntimeException
                        e) { // files may just have been deleted, or brokers be away; the next look tries again
            LOG.debug("The page cannot read the queues at {}", address, e);
            return OfLane.unread("", String.valueOf(e.getMessage()));
        }
    }

    /** Closes and forgets all lanes except these. */
    private void keepOpen(List<String> lanes) {
        final List<String> others =
                open.keySet().stream().filter(lane -> !lanes.contains(lane)).toList();
        others.forEach(lane -> open.remove(lane).close());
        seen.keySet().retainAll(lanes);
    }

    @Override
    public void close() {
        thread.shutdown();
        synchronized (this) {
            closed = true;
            keepOpen(List.of());
        }
    }
}
