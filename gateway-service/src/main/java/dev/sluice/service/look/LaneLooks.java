package dev.sluice.service.look;

import dev.sluice.api.Position;
import dev.sluice.api.QueueException;
import dev.sluice.api.QueueOptions;
import dev.sluice.client.job.OpenRun;
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
import org.slf4j.LoggerFactory;

/**
 * Looks at lanes as {@code sluice status} does, again and again, on a thread of its own and only while somebody asks what was seen:
 * for the gateway's page. It opens the lanes for itself and closes them when nobody asks any more. Any thread may ask.
 */
public final class LaneLooks implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LaneLooks.class);
    private static final QueueOptions TO_READ = QueueOptions.DEFAULTS
            .withRequestLimit(QueueOptions.largestMessage(QueueOptions.DEFAULTS.blockSize()))
            .withDiskReserve(0);
    private static final long RESULTS = 10_000;
    private static final long PERIOD_SECONDS = 2;
    /** Looks take a twentieth of the time at most. */
    private static final int PAUSES = 20;

    private static final long WANTED_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final Supplier<List<String>> addresses;
    private final long reserve;
    private final InstantSource clock;
    private final ScheduledExecutorService thread;
    /** By address; used with this locked. */
    private final Map<String, Lane> open = new HashMap<>();
    /** By address. */
    private final Map<String, Queues> seen = new ConcurrentHashMap<>();

    /** Why not, by address. */
    private final Map<String, String> unread = new ConcurrentHashMap<>();

    private volatile long wantedNanos = System.nanoTime() - WANTED_NANOS;
    private long pauseUntilNanos = System.nanoTime();
    private boolean closed;

    /**
     * @param addresses of the lanes, as they are just now
     * @param reserve bytes that are to stay free
     * @param thread is this one's own, and ended by {@link #close}
     */
    public LaneLooks(
            Supplier<List<String>> addresses, long reserve, InstantSource clock, ScheduledExecutorService thread) {
        this.reserve = reserve;
        this.thread = thread;
        this.addresses = addresses;
        this.clock = clock;
    }

    /** Looks from now on, while somebody asks. */
    public LaneLooks start() {
        thread.scheduleWithFixedDelay(this::lookIfWanted, PERIOD_SECONDS, PERIOD_SECONDS, TimeUnit.SECONDS);
        return this;
    }

    /** The lane as it was when it was last looked at, if it was; the first one to ask waits until it is. */
    public Optional<Queues> of(String address) {
        final boolean first = System.nanoTime() - wantedNanos >= WANTED_NANOS;
        wantedNanos = System.nanoTime();
        if (first) {
            lookIfWanted();
        }
        return Optional.ofNullable(seen.get(address));
    }

    /** Why the lane could not be looked at, if it could not the last time. */
    public Optional<String> unread(String address) {
        return Optional.ofNullable(unread.get(address));
    }

    /**
     * The life of the request at that position of the lane.
     *
     * @throws QueueException if the queues cannot be read there
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
        final List<String> lanes = addresses.get();
        if (closed || now - wantedNanos >= WANTED_NANOS) {
            closeAll();
        } else if (now - pauseUntilNanos >= 0) {
            open.entrySet().removeIf(its -> !lanes.contains(its.getKey()) && close(its.getValue()));
            lanes.forEach(this::look);
            pauseUntilNanos = now + PAUSES * (System.nanoTime() - now);
        }
        seen.keySet().retainAll(lanes);
        unread.keySet().retainAll(lanes);
    }

    private void look(String address) {
        try {
            final Lane lane = open.computeIfAbsent(address, LaneLooks::open);
            final Supplier<List<OpenRun>> runs =
                    () -> OpenRun.list(Transports.of(address).allLanes(address));
            seen.put(address, new Look(lane, runs, clock, RESULTS, reserve).now());
            unread.remove(address);
        } catch (final RuntimeException e) {
            LOG.debug("The page does not see the queues at {}", address, e);
            seen.remove(address); // files may be deleted meanwhile, or brokers be away: the next look tells
            unread.put(address, String.valueOf(e.getMessage()));
        }
    }

    private static boolean close(Lane lane) {
        lane.close();
        return true;
    }

    private void closeAll() {
        open.values().forEach(Lane::close);
        open.clear();
        seen.clear();
        unread.clear();
    }

    @Override
    public void close() {
        thread.shutdown();
        synchronized (this) {
            closed = true;
            closeAll();
        }
    }
}
