package dev.sluice.service;

import dev.sluice.api.QueueException;
import dev.sluice.internal.client.EmbeddedLanes;
import dev.sluice.service.admin.HealthServer;
import dev.sluice.service.admin.LaneMoves;
import dev.sluice.service.admin.Observed;
import dev.sluice.service.admin.ObservedLanes;
import dev.sluice.service.admin.page.LivePage;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.core.GatewayCounts;
import dev.sluice.service.core.MaskedLog;
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

/**
 * The gateway as configured, with real queues, databases and services, and with one thread for each of its lanes. It opens
 * everything, answers requests until it is stopped, and then finishes the requests in progress. It serves all lanes or, as a
 * member of a group of processes, the lanes that are assigned to it. A lane is a pair of one input and one output queue.
 *
 * <p>The service thread of the first lane, or the group's thread, calls {@link #run}. Any thread may call {@link #stop}.
 */
public final class GatewayProgram implements AutoCloseable {

    private static final Logger LOG = MaskedLog.of(GatewayProgram.class);

    private final Opened opened;
    private final Optional<HealthServer> health;
    private final ServedLanes lanes;

    private GatewayProgram(GatewayConfig config, Accepted accepted, Optional<EmbeddedLanes> embedded) {
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
                synchronized (connecting) { // lanes are opened by their own threads, but only one at a time
                    return new ServedLane(
                            alone && number == 0 ? config : config.lane(number, address(config, addresses, number)),
                            config.name(),
                            alone ? "" : Integer.toString(number),
                            addresses.transport(),
                            connecting,
                            moves,
                            accepted,
                            embedded,
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
            health.ifPresent(opening::closeFirst); // the server reads the queues
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

    /** Returns the address of a lane. Fails if the lane is a partition that was added after the lanes were opened. */
    private static String address(GatewayConfig config, Lanes addresses, int number) {
        if (number >= addresses.count()) {
            throw new QueueException(config.queues().wrongLanes(number + 1).orElseThrow());
        }
        return addresses.addresses().get(number);
    }

    /**
     * Opens everything that the configuration names; databases and services may still be unavailable.
     *
     * @throws dev.sluice.api.QueueException if the queues cannot be used, or another gateway uses them
     */
    public static GatewayProgram open(GatewayConfig config) {
        return open(config, Accepted.NOTHING);
    }

    /** Opens as {@link #open(GatewayConfig)} does, but accepts checkpoints that belong to queues which these queues replace. */
    public static GatewayProgram openOnNewQueues(GatewayConfig config) {
        return open(config, new Accepted(true, false));
    }

    /**
     * Opens everything, possibly on queues that are new to the databases, or with databases that have lost commits.
     *
     * @param accepted the mismatches between checkpoints and queues that an operator accepts
     */
    public static GatewayProgram open(GatewayConfig config, Accepted accepted) {
        return new GatewayProgram(config, accepted, Optional.empty());
    }

    /** Opens everything as {@link #open(GatewayConfig)} does, in the process of a job. */
    static GatewayProgram embed(GatewayConfig config, EmbeddedLanes lanes) {
        return new GatewayProgram(config, Accepted.NOTHING, Optional.of(lanes));
    }

    /**
     * Answers requests until {@link #stop}, then finishes the requests in progress within at most five seconds. If a lane fails,
     * it ends, the other lanes continue, and this method throws the failure when all of them have ended.
     *
     * @throws dev.sluice.transport.UnreadableQueueException if an input cannot be read further; the requests before the
     *     unreadable place are finished first
     */
    public void run() {
        lanes.run();
    }

    /** Makes {@link #run} return. */
    public void stop() {
        lanes.stop();
    }

    /** Returns the counts of each lane that this process serves. */
    public List<GatewayCounts> counts() {
        return lanes.observed().lanes().stream().map(Observed::counts).toList();
    }

    /** Returns the base URI for health and metrics; empty if they are not served. */
    public Optional<URI> health() {
        return health.map(HealthServer::uri);
    }

    /** Returns a summary of the work since the start, as JSON. */
    String summary() {
        return Observed.total(lanes.observed().lanes()).toPrettyString();
    }

    @Override
    public void close() {
        opened.close();
    }
}
