package dev.sluice.service;

import dev.sluice.api.QueueException;
import dev.sluice.service.admin.LaneMoves;
import dev.sluice.service.admin.ObservedLanes;
import dev.sluice.service.core.MaskedLog;
import dev.sluice.service.core.StoppedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.slf4j.Logger;

/**
 * All lanes of a gateway, with one thread for each lane. A lane is a pair of one input and one output queue. All lanes are opened
 * before any is served. If a lane fails, it ends and the other lanes continue; {@link #run} throws the failure when all lanes
 * have ended. If a lane's lease (the exclusive right to serve the lane) was revoked, but no other gateway has taken the lane
 * over, the lane is opened again.
 *
 * <p>The thread that calls {@link #run} is the service thread of the first lane.
 */
final class AllLanes implements ServedLanes {

    private static final Logger LOG = MaskedLog.of(AllLanes.class);

    private final String gateway;
    private final IntFunction<ServedLane> opener;
    private final Consumer<ObservedLanes> watcher;
    private final LaneMoves moves;
    /** Guarded by this. */
    private final List<ServedLane> lanes = new ArrayList<>();
    /** The pauses of each lane before it is opened again. */
    private final List<Pauses> pauses = new ArrayList<>();

    private final List<Throwable> failures = new ArrayList<>(1);

    /**
     * Opens all lanes.
     *
     * @param opener opens the lane with this number
     * @param watcher receives the lanes when all are open, and each time a lane was opened again
     * @param moves counts the lanes that the opener opens
     */
    AllLanes(
            String gateway,
            int count,
            IntFunction<ServedLane> opener,
            Consumer<ObservedLanes> watcher,
            LaneMoves moves) {
        this.gateway = gateway;
        this.opener = opener;
        this.watcher = watcher;
        this.moves = moves;
        try (Opened opening = new Opened()) {
            for (int number = 0; number < count; number++) {
                lanes.add(opening.add(opener.apply(number)));
                pauses.add(new Pauses());
            }
            opening.keep(); // the lanes stay open until this object is closed
        }
        watcher.accept(observed());
    }

    /**
     * {@inheritDoc}
     *
     * @throws dev.sluice.transport.UnreadableQueueException if an input cannot be read further; the requests before the
     *     unreadable place are finished first
     */
    @Override
    public void run() {
        final List<Thread> threads = new ArrayList<>();
        try {
            for (int number = 1; number < count(); number++) {
                final int own = number;
                final Thread thread = new Thread(() -> run(own), lane(own).name());
                thread.start();
                threads.add(thread);
            }
            run(0);
        } catch (final Error e) {
            stop(); // the system has no thread left, so no lane is served
            throw e;
        } finally {
            threads.forEach(AllLanes::join);
        }
        if (!failures.isEmpty()) {
            rethrow(failures.get(0));
        }
    }

    private void run(int number) {
        try {
            while (!served(number)) {
                openAnew(number);
            }
        } catch (final Throwable e) {
            synchronized (failures) {
                failures.add(e);
                if (failures.size() > 1) {
                    failures.get(0).addSuppressed(e);
                }
            }
            lane(number).ended(e);
            if (count() > 1) {
                LOG.error("{}: this lane has ended: {}", lane(number).name(), e.getMessage(), ServedLanes.trace(e));
            }
        } finally {
            if (count() > 1) {
                close(lane(number)); // lanes close concurrently, and a failed lane releases its queues for a repair
            }
        }
    }

    /** @return false if the lane's lease was revoked and the lane may be opened again */
    private boolean served(int number) {
        final ServedLane lane = lane(number);
        try {
            lane.run();
            return true;
        } catch (final QueueException | StoppedException e) {
            if (!mayBeOpenedAnew(lane, pauses.get(number))) {
                throw e;
            }
            LOG.warn("{}: no other gateway has this lane, so it is opened again: {}", lane.name(), e.getMessage());
            return false;
        }
    }

    private static boolean mayBeOpenedAnew(ServedLane lane, Pauses its) {
        final Optional<BooleanSupplier> nobodyElseHasIt = lane.lost();
        while (nobodyElseHasIt.isPresent() && its.await()) {
            try {
                return nobodyElseHasIt.get().getAsBoolean();
            } catch (final QueueException e) {
                LOG.warn(
                        "{}: this lane was taken away, and it cannot be determined which gateway has it: {}",
                        lane.name(),
                        e.getMessage());
            }
        }
        return false;
    }

    private void openAnew(int number) {
        lane(number).close();
        final ServedLane opened = opener.apply(number);
        synchronized (this) {
            lanes.set(number, opened);
            if (pauses.get(number).ended()) {
                opened.stop();
            }
        }
        watcher.accept(observed());
    }

    private synchronized ServedLane lane(int number) {
        return lanes.get(number);
    }

    private synchronized int count() {
        return lanes.size();
    }

    @Override
    public synchronized void stop() {
        pauses.forEach(Pauses::end);
        lanes.forEach(ServedLane::stop);
    }

    @Override
    public synchronized List<ServedLane> open() {
        return lanes.stream().filter(lane -> lane.control().isOpen()).toList();
    }

    @Override
    public synchronized ObservedLanes observed() {
        return new ObservedLanes(
                gateway, lanes.stream().map(ServedLane::observed).toList(), moves, List.of());
    }

    @Override
    public void close() {
        final Opened all = new Opened();
        synchronized (this) {
            lanes.forEach(all::add);
        }
        all.close();
    }

    private static void close(ServedLane lane) {
        try {
            lane.close();
        } catch (final RuntimeException e) {
            LOG.error("{}: this lane could not be closed: {}", lane.name(), e.getMessage(), e);
        }
    }

    private static void rethrow(Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        throw (RuntimeException) failure;
    }

    /**
     * Waits until a thread has ended, even if the caller is interrupted, because the caller then closes the thread's resources.
     */
    static void join(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (final InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
