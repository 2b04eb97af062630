package dev.sluice.service;

import dev.sluice.api.QueueException;
import dev.sluice.service.admin.HealthServer;
import dev.sluice.service.admin.Observed;
import dev.sluice.service.admin.ObservedLanes;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.core.GatewayCounts;
import dev.sluice.service.core.StoppedException;
import dev.sluice.service.jdbc.connect.Connecting;
import dev.sluice.transport.Lanes;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The gateway as configured, over real queues, databases and services, with a thread for each of its lanes: opens everything,
 * drains until it is told to stop, then finishes what is in hand. It serves all lanes, or those that it has as a member of a group.
 *
 * <p>{@link #run} is the service thread of the first lane, or the group's; {@link #stop} may be called from any.
 */
public final class GatewayProgram implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(GatewayProgram.class);

    private final Opened opened;
    private final String name;
    private final Optional<HealthServer> health;
    private final List<ServedLane> lanes = new ArrayList<>();
    private final Optional<SharedLanes> shared;

    private GatewayProgram(GatewayConfig config, boolean acceptNewQueues) {
        final long startNanos = System.nanoTime();
        final Optional<String> member = config.queues().member();
        name = config.name();
        try (Opened opening = new Opened()) {
            health = config.health().map(HealthServer::start).map(opening::add);
            health.ifPresent(server -> LOG.info("{}: health and metrics at {}", config.name(), server.uri()));
            final Connecting connecting = opening.add(Connecting.begin(config, member.isPresent()));
            final Lanes addresses = addresses(config);
            final boolean alone = addresses.count() == 1;
            final IntFunction<ServedLane> opener = number -> new ServedLane(
                    alone && number == 0 ? config : config.lane(number, address(config, addresses, number)),
                    config.name(),
                    alone ? "" : Integer.toString(number),
                    addresses.transport(),
                    connecting,
                    acceptNewQueues,
                    startNanos);
            shared = member.map(own -> opening.add(new SharedLanes(
                    config.name(),
                    addresses.transport().join(addresses.address(), own),
                    opener,
                    lanes -> health.ifPresent(server -> server.show(lanes)))));
            if (shared.isEmpty()) {
                for (int number = 0; number < addresses.count(); number++) {
                    lanes.add(opening.add(opener.apply(number)));
                }
                health.ifPresent(server -> server.show(observed()));
            }
            health.ifPresent(opening::closeFirst); // it reads the queues
            opened = opening.keep();
        }
    }

    private static Lanes addresses(GatewayConfig config) {
        final Lanes lanes = Lanes.at(config.queues().address(), ServedLane.options(config));
        config.queues().wrongLanes(lanes.count()).ifPresent(wrong -> {
            throw new QueueException(wrong);
        });
        return lanes;
    }

    /** A group gives lanes out by the number of partitions, which somebody may have added meanwhile. */
    private static String address(GatewayConfig config, Lanes addresses, int number) {
        if (number >= addresses.count()) {
            throw new QueueException(config.queues().wrongLanes(number + 1).orElseThrow());
        }
        return addresses.addresses().get(number);
    }

    private ObservedLanes observed() {
        return shared.map(SharedLanes::observed)
                .orElseGet(() -> new ObservedLanes(
                        name, lanes.stream().map(ServedLane::observed).toList(), List.of()));
    }

    /**
     * Opens everything that the configuration names; databases and services may still be away.
     *
     * @throws dev.sluice.api.QueueException if the queues cannot be used, or another gateway uses them
     */
    public static GatewayProgram open(GatewayConfig config) {
        return open(config, false);
    }

    /**
     * Opens everything, perhaps over queues that are new to its databases.
     *
     * @param acceptNewQueues whether checkpoints that belong to other queues are taken over for these
     */
    public static GatewayProgram open(GatewayConfig config, boolean acceptNewQueues) {
        return new GatewayProgram(config, acceptNewQueues);
    }

    /**
     * Drains until {@link #stop}, then finishes what is in hand, for at most five seconds. A lane that fails ends, and the others
     * go on: whoever stops this hears of it.
     *
     * @throws dev.sluice.transport.UnreadableQueueException if an input cannot be read further; what was read before it is
     *     finished first
     */
    public void run() {
        if (shared.isPresent()) {
            shared.get().run();
            return;
        }
        final List<Thread> threads = new ArrayList<>();
        final List<Throwable> failures = new ArrayList<>();
        for (final ServedLane lane : lanes.subList(1, lanes.size())) {
            final Thread thread = new Thread(() -> run(lane, failures), lane.name());
            threads.add(thread);
            thread.start();
        }
        run(lanes.get(0), failures);
        threads.forEach(GatewayProgram::join);
        if (!failures.isEmpty()) {
            rethrow(failures.get(0));
        }
    }

    private void run(ServedLane lane, List<Throwable> failures) {
        try {
            lane.run();
        } catch (final Throwable e) {
            synchronized (failures) {
                failures.add(e);
                if (failures.size() > 1) {
                    failures.get(0).addSuppressed(e);
                }
            }
            if (lanes.size() > 1) {
                LOG.error("{}: this lane has ended: {}", lane.name(), e.getMessage(), trace(e));
            }
        } finally {
            if (lanes.size() > 1) {
                close(lane); // all at a time, and one that failed gives its queues back to whoever repairs them
            }
        }
    }

    private static void close(ServedLane lane) {
        try {
            lane.close();
        } catch (final RuntimeException e) {
            LOG.error("{}: this lane could not be closed: {}", lane.name(), e.getMessage(), e);
        }
    }

    /** A message of these says what to do; {@code null} for no trace. */
    private static Throwable trace(Throwable failure) {
        return failure instanceof QueueException || failure instanceof StoppedException ? null : failure;
    }

    private static void rethrow(Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        throw (RuntimeException) failure;
    }

    /** The lane's thread uses what is closed next. */
    private static void join(Thread thread) {
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

    /** Makes {@link #run} return. */
    public void stop() {
        shared.ifPresent(SharedLanes::stop);
        lanes.forEach(ServedLane::stop);
    }

    /** Returns the counts of each lane that it serves. */
    public List<GatewayCounts> counts() {
        return observed().lanes().stream().map(Observed::counts).toList();
    }

    /** Where health and metrics are served, if they are: paths are resolved against it. */
    public Optional<URI> health() {
        return health.map(HealthServer::uri);
    }

    /** Sums up the work since the start, as JSON. */
    String summary() {
        return Observed.summary(observed().lanes());
    }

    @Override
    public void close() {
        opened.close();
    }
}
