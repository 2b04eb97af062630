package dev.sluice.service;

import dev.sluice.service.admin.LaneMoves;
import dev.sluice.service.admin.Observed;
import dev.sluice.service.admin.ObservedLanes;
import dev.sluice.service.core.MaskedLog;
import dev.sluice.transport.Membership;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.slf4j.Logger;

/**
 * The lanes of this process, if several processes share the lanes. A lane is a pair of one input and one output queue. When a
 * lane is assigned to this process, it is opened on its own thread. When it is assigned to another process, it finishes its
 * requests and ends. A lane that fails is opened again and again, as a supervisor restarts a process, because no other process
 * serves a lane that is assigned to this process.
 *
 * <p>{@link #run} is called by the membership's thread; {@link #stop} by any thread.
 */
final class SharedLanes implements ServedLanes, Membership.Listener {

    private static final Logger LOG = MaskedLog.of(SharedLanes.class);
    private static final long LONGEST_MOVE_MILLIS = 2_000;

    private final String gateway;
    private final Membership membership;
    private final IntFunction<ServedLane> opener;
    private final Consumer<ObservedLanes> watcher;
    private final LaneMoves moves;
    /** The lanes that are assigned to this process, by their numbers. This and {@link #leaving} are guarded by this object. */
    private final Map<Integer, Holding> held = new TreeMap<>();
    /**
     * The lanes that are assigned to another process, but whose threads in this process did not end within the time limit of a
     * move.
     */
    private final Map<Integer, Holding> leaving = new HashMap<>();

    private volatile boolean stopping;
    private volatile Optional<Error> broken = Optional.empty();

    /**
     * @param opener opens the lane with this number
     * @param watcher receives the lanes whenever they have changed
     * @param moves counts the lanes that the opener opens
     */
    SharedLanes(
            String gateway,
            Membership membership,
            IntFunction<ServedLane> opener,
            Consumer<ObservedLanes> watcher,
            LaneMoves moves) {
        this.gateway = gateway;
        this.membership = membership;
        this.opener = opener;
        this.watcher = watcher;
        this.moves = moves;
    }

    /**
     * {@inheritDoc}
     *
     * @throws dev.sluice.api.QueueException if this process may not share the lanes
     */
    @Override
    public void run() {
        try {
            while (!stopping && broken.isEmpty()) {
                membership.poll(this);
            }
        } finally {
            final List<Holding> all = all();
            all.forEach(holding -> holding.let(ServedLane::stop));
            all.forEach(holding -> holding.join(0));
        }
        broken.ifPresent(error -> {
            throw error;
        });
    }

    @Override
    public void stop() {
        stopping = true;
    }

    @Override
    public void given(Set<Integer> lanes) {
        moves.rebalanced();
        LOG.info("{}: lanes given to this process: {}", gateway, lanes.isEmpty() ? "none" : lanes);
        synchronized (this) {
            for (final int lane : lanes) {
                if (!held.containsKey(lane)) {
                    final Holding holding = new Holding(lane, Optional.ofNullable(leaving.remove(lane)));
                    held.put(lane, holding);
                    holding.thread.start();
                }
            }
        }
        show();
    }

    @Override
    public void taken(Set<Integer> lanes) {
        moves.rebalanced();
        final List<Holding> going = new ArrayList<>();
        synchronized (this) {
            for (final int lane : lanes) {
                Optional.ofNullable(held.remove(lane)).ifPresent(going::add);
            }
        }
        going.forEach(holding -> holding.let(ServedLane::move));
        final long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LONGEST_MOVE_MILLIS);
        for (final Holding holding : going) {
            holding.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
            if (holding.thread.isAlive()) {
                synchronized (this) {
                    leaving.put(holding.number, holding);
                }
            }
        }
        LOG.info("{}: lanes that go to other processes: {}", gateway, lanes);
        show();
    }

    private synchronized List<Holding> all() {
        final List<Holding> all = new ArrayList<>(held.values());
        all.addAll(leaving.values());
        return all;
    }

    private synchronized void show() {
        watcher.accept(observed());
    }

    @Override
    public synchronized List<ServedLane> open() {
        return held.values().stream()
                .flatMap(holding -> holding.lane().stream())
                .filter(lane -> lane.control().isOpen())
                .toList();
    }

    @Override
    public synchronized ObservedLanes observed() {
        final List<Observed> open = new ArrayList<>();
        final List<String> unserved = new ArrayList<>();
        for (final Holding holding : held.values()) {
            holding.lane().map(ServedLane::observed).ifPresent(open::add);
            holding.problem().map(why -> "lane " + holding.number + ": " + why).ifPresent(unserved::add);
        }
        return new ObservedLanes(gateway, open, moves, unserved);
    }

    /** Gives up the lanes, so that other processes get them at once. After a crash they get the lanes some seconds later. */
    @Override
    public void close() {
        membership.close();
    }

    /** A lane that is or was assigned to this process, with its thread. */
    private final class Holding {

        private final int number;
        private final Optional<Holding> former;
        private final Thread thread;
        private final Pauses pauses = new Pauses();
        private Optional<ServedLane> lane = Optional.empty();
        private Optional<String> problem = Optional.of("it is being opened");

        private Holding(int number, Optional<Holding> former) {
            this.number = number;
            this.former = former;
            this.thread = new Thread(this::serveAndOpenAgain, gateway + "/" + number);
        }

        private void serveAndOpenAgain() {
            former.ifPresent(holding -> holding.join(0));
            while (!pauses.ended()) {
                try {
                    serve();
                } catch (final RuntimeException e) {
                    failed(e);
                } catch (final Error e) {
                    broken = Optional.of(e);
                    return;
                }
            }
        }

        private void serve() {
            try (ServedLane opened = opener.apply(number)) {
                opened(opened);
                opened.run();
            }
        }

        private void opened(ServedLane opened) {
            synchronized (this) {
                lane = Optional.of(opened);
                problem = Optional.empty();
                if (pauses.ended()) {
                    opened.move();
                }
            }
            show();
        }

        /** Logs the failure, and waits until the lane must be opened again or belongs to another process. */
        private void failed(RuntimeException failure) {
            if (pauses.ended()) {
                LOG.warn(
                        "{}/{}: this lane was taken over by another process before its requests were finished: {}",
                        gateway,
                        number,
                        failure.getMessage());
                return;
            }
            LOG.error(
                    "{}/{}: this lane has ended, and is opened again in {} ms: {}",
                    gateway,
                    number,
                    pauses.nextMillis(),
                    failure.getMessage(),
                    ServedLanes.trace(failure));
            synchronized (this) {
                lane = Optional.empty();
                problem = Optional.of("it has ended, and is opened again: " + failure.getMessage());
            }
            show();
            pauses.await();
        }

        private synchronized Optional<ServedLane> lane() {
            return lane;
        }

        private synchronized Optional<String> problem() {
            return problem;
        }

        /** Ends the lane with the given action, and ends its pauses. */
        private synchronized void let(Consumer<ServedLane> end) {
            pauses.end();
            lane.ifPresent(end);
        }

        /** @param millis the longest wait; 0 for no limit */
        private void join(long millis) {
            try {
                thread.join(millis);
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
