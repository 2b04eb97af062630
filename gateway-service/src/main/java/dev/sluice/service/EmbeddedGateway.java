package dev.sluice.service;

import dev.sluice.api.QueueException;
import dev.sluice.api.QueueLockedException;
import dev.sluice.client.ClientBuilder;
import dev.sluice.client.GatewayClient;
import dev.sluice.internal.client.EmbeddedLanes;
import dev.sluice.service.check.BackendReview;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.control.ControlNotices;
import dev.sluice.service.core.MaskedLog;
import dev.sluice.service.core.StoppedException;
import dev.sluice.transport.Holder;
import dev.sluice.transport.Lane;
import dev.sluice.transport.Lanes;
import dev.sluice.transport.Transports;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.slf4j.Logger;

/**
 * A gateway in the process of a job. It has the same configuration, queues, restart and guarantees as a gateway with a process of
 * its own:
 *
 * <pre>{@code
 * try (EmbeddedGateway gateway = EmbeddedGateway.start(Path.of("gateway.yaml"));
 *         GatewayClient client = gateway.client().open()) {
 *     …
 * }
 * }</pre>
 *
 * <p>To move the gateway to a process of its own, run {@code sluice run --config gateway.yaml}. While that gateway serves the
 * queues, the embedded gateway only waits, and the job is a client of the other gateway. When the other gateway ends, the
 * embedded gateway takes over.
 *
 * <p>Close the clients first and the gateway last. The gateway adds no shutdown hook, and its threads are daemons. If the process
 * exits or crashes without closing the gateway, nothing is lost, and the next gateway goes on. If the gateway fails, or an
 * operator drains it, only the gateway ends, and not the process. Every wait for a result then throws {@link
 * dev.sluice.api.UnansweredException}, whose cause says why the gateway ended.
 *
 * <p>All methods may be called by any thread.
 */
public final class EmbeddedGateway implements AutoCloseable {

    private static final Logger LOG = MaskedLog.of(EmbeddedGateway.class);
    private static final long BETWEEN_LOOKS_MILLIS = 250;
    /** The number of looks for another process that begins to serve: five seconds, in which it opens its queues. */
    private static final int LOOKS = 20;

    private final GatewayConfig config;
    private final UnaryOperator<String> secrets;
    private final EmbeddedLanes lanes = new EmbeddedLanes();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Thread thread;
    /** The gateway that serves; empty while another process serves. Guarded by this. */
    private Optional<GatewayProgram> program = Optional.empty();

    private EmbeddedGateway(GatewayConfig config) {
        this.config = config;
        this.secrets = config.secrets()::masked;
        MaskedLog.mask(secrets);
        try {
            this.program = open();
            this.thread = new Thread(this::serve, "sluice gateway " + name());
            thread.setDaemon(true);
            thread.start();
        } catch (final Throwable e) {
            program.ifPresent(GatewayProgram::close);
            MaskedLog.unmask(secrets);
            throw e;
        }
    }

    /**
     * Opens the queues, databases and services that the configuration names, and answers requests on threads of its own until
     * {@link #close}. If another process serves the queues, this gateway waits until that process ends, and then serves.
     * Databases and services may still be unavailable.
     *
     * @param yaml the file with the gateway's configuration
     * @throws dev.sluice.service.config.yaml.ConfigException if the configuration has mistakes; the message lists all of them
     * @throws QueueException if the queues cannot be used, or the JVM lacks the options that Chronicle Queue needs
     */
    public static EmbeddedGateway start(Path yaml) {
        return new EmbeddedGateway(BackendReview.load(yaml));
    }

    /** Returns the settings for a client of the gateway's queues. */
    public ClientBuilder client() {
        return GatewayClient.builder(config.queues().address()).options(ServedLane.options(config));
    }

    /**
     * Whether this gateway serves the queues at the moment; false while another process serves them, and after this gateway has
     * ended.
     */
    public synchronized boolean serves() {
        return program.isPresent();
    }

    /** Opens the gateway; empty if another process serves the queues, or if this gateway was closed. */
    private Optional<GatewayProgram> open() {
        // A lease of lanes that move would be taken from the process that has it.
        if (Transports.of(config.queues().address()).lanesMove()
                && config.queues().member().isEmpty()
                && otherServes()) {
            return Optional.empty();
        }
        try {
            return Optional.of(GatewayProgram.embed(config, lanes));
        } catch (final QueueLockedException | StoppedException e) {
            if (otherBeginsToServe()) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /**
     * Waits some seconds for another process that opens the same queues at the same time: it may have the port for health and
     * metrics before it has the queues. Returns false if none begins to serve them.
     */
    private boolean otherBeginsToServe() {
        try {
            for (int look = 0; look < LOOKS; look++) {
                if (otherServes() || awaitClose()) {
                    return true;
                }
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return false;
    }

    private boolean otherServes() {
        final Lanes all = Lanes.at(config.queues().address(), ServedLane.options(config));
        return IntStream.range(0, all.count()).anyMatch(number -> {
            try (Lane lane = all.open(number)) {
                return lane.gateway().filter(Holder::live).isPresent();
            }
        });
    }

    private void serve() {
        try {
            while (!serves() && awaitEndOfOther()) {
                takeOver();
            }
            run();
            lanes.ended(new IllegalStateException(
                    stopped.getCount() == 0 ? "it was closed" : "an operator drained it: sluice ctl drain"));
        } catch (final Throwable e) {
            lanes.ended(MaskedLog.masked(e)); // before logging, which may fail if memory is exhausted
            LOG.error(
                    "{}: the gateway of this process has ended: {}",
                    name(),
                    Objects.requireNonNullElse(e.getMessage(), e.toString()),
                    ServedLanes.trace(e));
        }
    }

    /** Waits until no other process serves a lane. Returns false if this gateway is closed first. */
    private boolean awaitEndOfOther() throws InterruptedException {
        final Lanes all = Lanes.at(config.queues().address(), ServedLane.options(config));
        // Registers the lanes, so that clients in this process learn of it if this gateway cannot take over.
        for (int number = 0; number < all.count(); number++) {
            try (Lane lane = all.open(number)) {
                final int own = number;
                lanes.serves(lane.inputId(), () -> holdsUp(all, own));
            }
        }
        for (int number = 0; number < all.count(); number++) {
            try (Lane lane = all.open(number)) {
                if (!awaitEndOfOther(lane)) {
                    return false;
                }
            }
        }
        return !awaitClose();
    }

    private boolean awaitEndOfOther(Lane lane) throws InterruptedException {
        Optional<Holder> other = lane.gateway().filter(Holder::live);
        if (other.isPresent()) {
            LOG.info(
                    "{}: process {} serves the queues; this job is a client of that gateway, and serves when it ends",
                    name(),
                    other.get().pid());
            holdsUp(lane).ifPresent(what -> LOG.warn("{}: as requested: {}", name(), what));
        }
        while (other.isPresent()) {
            if (awaitClose()) {
                return false;
            }
            other = lane.gateway().filter(Holder::live);
        }
        return true;
    }

    /** Returns what holds up a lane that another process serves, such as an operator's pause; empty if nothing does. */
    private static Optional<String> holdsUp(Lanes all, int number) {
        try (Lane lane = all.open(number)) {
            return holdsUp(lane);
        }
    }

    private static Optional<String> holdsUp(Lane lane) {
        try {
            return new ControlNotices(lane).holdsUp(true);
        } catch (final IOException e) {
            return Optional.of("the operator's command cannot be read: " + e.getMessage());
        }
    }

    /** Waits for the time between two checks. Returns true if this gateway was closed meanwhile. */
    private boolean awaitClose() throws InterruptedException {
        return stopped.await(BETWEEN_LOOKS_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void takeOver() {
        final Optional<GatewayProgram> opened = open();
        synchronized (this) {
            program = opened;
            if (stopped.getCount() == 0) {
                program.ifPresent(GatewayProgram::stop);
            }
        }
    }

    private void run() {
        final Optional<GatewayProgram> running;
        synchronized (this) {
            running = program;
        }
        if (running.isEmpty()) {
            return;
        }
        try (GatewayProgram gateway = running.get()) {
            gateway.run();
        } finally {
            synchronized (this) {
                program = Optional.empty();
            }
        }
    }

    private String name() {
        return config.name();
    }

    /**
     * Stops reading requests, finishes the requests in progress within at most five seconds, and closes everything. Requests
     * without a result stay on the queue for the next gateway. Closing again does nothing.
     */
    @Override
    public void close() {
        stopped.countDown();
        synchronized (this) {
            program.ifPresent(GatewayProgram::stop);
        }
        if (Thread.currentThread() != thread) { // an appender of the log may close this object on that thread
            AllLanes.join(thread);
        }
        MaskedLog.unmask(secrets);
    }
}
