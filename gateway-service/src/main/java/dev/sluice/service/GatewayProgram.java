package dev.sluice.service;

import dev.sluice.api.QueueException;
import dev.sluice.service.admin.HealthServer;
import dev.sluice.service.admin.LaneMoves;
import dev.sluice.service.admin.Observed;
import dev.sluice.service.admin.ObservedLanes;
import dev.sluice.service.admin.page.LivePage;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.core.GatewayCounts;
import dev.sluice.service.jdbc.connect.Connecting;
import dev.sluice.service.update.Accepted;
import dev.sluice.transport.Lanes;
import dev.sluice.transport.Transports;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
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
    private final Optional<HealthServer> health;
    private final ServedLanes lanes;

    private GatewayProgram(GatewayConfig config, Accepted accepted) {
        final long startNanos = System.nanoTime();
        try (Opened opening = new Opened()) {
            health = config.health().map(HealthServer::start).map(opening::add);
            health.ifPresent(server -> LOG.info("{}: health and metrics at {}", config.name(), server.uri()));
            final Optional<LivePage> page = health.map(server -> LivePage.serve(server, config, DaemonThread::named))
                    .map(opening::add);
            final Connecting connecting = opening.add(Connecting.begin(
                    config, Transports.of(config.queues().address()).lanesMove()));
            final Lanes addresses = addresses(config);
            final boolean alone = addresses.count() == 1;
            final LaneMoves moves = new LaneMoves();
            final IntFunction<ServedLane> opener = number -> {
                synchronized (connecting) { // lanes are opened by their own threads, and one at a time
                    return new ServedLane(
                            alone && number == 0 ? config : config.lane(number, address(config, addresses, number)),
                            config.name(),
                            alone ? "" : Integer.toString(number),
                            addresses.transport(),
                            connecting,
                            moves,
                            accepted,
                            startNanos);
                }
            };
            final Consumer<ObservedLanes> watcher = observed -> health.ifPresent(server -> server.show(observed));
            final Optional<String> member = config.queues().member();
            lanes = opening.add(
                    member.isPresent()
                            ? new SharedLanes(
                                    config.name(),
                                    addresses.transport().join(addresses.address(), member.get()),
                                    opener,
                                    watcher,
                                    moves)
                            : new AllLanes(config.name(), addresses.count(), opener, watcher, moves));
            opening.add(new ControlWatch(config.name(), lanes).start());
            health.ifPresent(opening::closeFirst); // it reads the queues
            page.ifPresent(opening::closeFirst);
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

    /**
     * Opens everything that the configuration names; databases and services may still be away.
     *
     * @throws dev.sluice.api.QueueException if the queues cannot be used, or another gateway uses them
     */
    public static GatewayProgram open(GatewayConfig config) {
        return open(config, Accepted.NOTHING);
    }

    /** As {@link #open(GatewayConfig)}, over queues that replace those to which checkpoints may belong. */
    public static GatewayProgram openOnNewQueues(GatewayConfig config) {
        return open(config, new Accepted(true, false));
    }

    /**
     * Opens everything, perhaps over queues that are new to its databases, or over databases that lost commits.
     *
     * @param accepted what its checkpoints may be
     */
    public static GatewayProgram open(GatewayConfig config, Accepted accepted) {
        return new GatewayProgram(config, accepted);
    }

    /**
     * Drains until {@link #stop}, then finishes what is in hand, for at most five seconds. A lane that fails ends, and the others
     * go on: whoever stops this hears of it.
     *
     * @throws dev.sluice.transport.UnreadableQueueException if an input cannot be read further; what was read before it is
     *     finished first
     */
    public void run() {
        lanes.run();
    }

    /** Makes {@link #run} return. */
    public void stop() {
        lanes.stop();
    }

    /** Returns the counts of each lane that it serves. */
    public List<GatewayCounts> counts() {
        return lanes.observed().lanes().stream().map(Observed::counts).toList();
    }

    /** Where health and metrics are served, if they are: paths are resolved against it. */
    public Optional<URI> health() {
        return health.map(HealthServer::uri);
    }

    /** Sums up the work since the start, as JSON. */
    String summary() {
        return Observed.total(lanes.observed().lanes()).toPrettyString();
    }

    @Override
    public void close() {
        opened.close();
    }
}
