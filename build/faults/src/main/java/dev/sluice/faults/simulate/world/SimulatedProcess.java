package dev.sluice.faults.simulate.world;

import dev.sluice.api.FailureKind;
import dev.sluice.faults.simulate.mishap.Mishap;
import dev.sluice.faults.simulate.mishap.Place;
import dev.sluice.faults.simulate.program.Program;
import dev.sluice.faults.simulate.program.Request;
import dev.sluice.faults.simulate.program.Statement;
import dev.sluice.faults.simulate.world.SimulatedOutput.SavedCommits;
import dev.sluice.faults.simulate.world.Transaction.Claimant;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.service.Gateway;
import dev.sluice.service.cache.LookupCaches;
import dev.sluice.service.config.CacheConfig;
import dev.sluice.service.control.LaneControl;
import dev.sluice.service.core.GatewayCounts;
import dev.sluice.service.core.Notes;
import dev.sluice.service.core.Operation;
import dev.sluice.service.core.Precautions;
import dev.sluice.service.core.ReadLimit;
import dev.sluice.service.core.RefusedException;
import dev.sluice.service.update.Accepted;
import dev.sluice.service.update.CheckpointException;
import dev.sluice.service.update.ExactlyOnce;
import dev.sluice.service.update.Origin;
import dev.sluice.service.update.Origin.Succession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/** One process of the gateway, assembled as by the gateway's program. Its state in memory is lost when it ends. */
final class SimulatedProcess {

    /**
     * The state of the lane in which a process starts.
     *
     * @param answered the number of requests with a result
     * @param told the commits on which the results depend
     * @param accepted the deviations of checkpoints that the operator has accepted
     * @param notes the notes of earlier processes
     * @param commits the commits that earlier processes have noted
     * @param hasLane whether the process still has the lane
     * @param succession the checks of the lane, if several processes may believe that they have it
     * @param source opens the input
     * @param sink opens the output
     */
    record Found(
            int answered,
            List<Integer> told,
            Accepted accepted,
            Notes notes,
            SavedCommits commits,
            BooleanSupplier hasLane,
            Function<Life, Optional<Succession>> succession,
            Function<Life, SimulatedSource> source,
            Function<Life, Life.Sink> sink) {

        /** Returns the state for queues on one machine: the process starts after the last result of the output. */
        static Found of(SimulatedOutput output, Accepted accepted) {
            return new Found(
                    output.size(),
                    output.told(),
                    accepted,
                    output.notes(),
                    output.commits(),
                    () -> true,
                    life -> Optional.empty(),
                    life -> SimulatedSource.ofQueue(life, output.size()),
                    life -> new SimulatedSink(life, output));
        }
    }

    /** The maximum number of turns that the process may take to finish after it was told to stop. */
    private static final int PATIENCE_TURNS = 200;

    private final World world;
    final Life life;
    private final List<SimulatedBackend> backends = new ArrayList<>();
    private final Map<String, Operation> operations = new HashMap<>();
    private final Life.Sink sink;
    private final SimulatedSource source;
    private final LaneControl control;
    private final Gateway gateway;
    private BooleanSupplier hasLane;
    /** Whether an operator wanted a pause when the process started or last checked. */
    private boolean knowsOfPause;
    /** The number of the operator's command at that time. */
    private int known;

    private boolean ended;
    private long stopsReadingAtTurn = Long.MAX_VALUE;

    /**
     * Starts a process on a lane.
     *
     * @param number a unique number of this process
     */
    SimulatedProcess(World world, int number, Found found) {
        this.world = world;
        final Positions positions = world.setup.positions();
        final UUID queue = world.input().id();
        final long lastRequest = positions.index(world.input().size() - 1);
        final long answered = positions.index(found.answered() - 1);
        this.life = new Life(
                world,
                new Claimant(
                        number,
                        queue,
                        lastRequest,
                        answered,
                        found.accepted().newQueues(),
                        found.told(),
                        found.accepted().lostCommits(),
                        found.commits()::weakened,
                        new HashSet<>()));
        life.step(Place.START, found.answered());
        open(new Origin(
                "gateway",
                "run " + number,
                queue,
                lastRequest,
                answered,
                found.accepted(),
                positions::text,
                Map.of(),
                found.commits(),
                found.succession().apply(life)));
        this.sink = found.sink().apply(life);
        this.source = found.source().apply(life);
        this.control = new LaneControl("gateway", world.operator.notices(), () -> ReadLimit.NONE);
        this.gateway = new Gateway(
                world.setup.settings(),
                source,
                sink,
                this::resolve,
                caches(),
                backends,
                new GatewayCounts(List.of()),
                new Precautions(
                        found.notes(),
                        world.setup.quarantineAfter(),
                        world.setup.mostAlone(),
                        answered,
                        Precautions.Decided.NONE,
                        false,
                        positions::text),
                world::wallClockNanos);
        gateway.follow(control.limit());
        this.hasLane = found.hasLane();
        control.leased(() -> hasLane.getAsBoolean());
        life.watchWith(this::watch);
        knowsOfPause = world.operator.paused();
        known = world.operator.wants();
    }

    private void open(Origin origin) {
        final Program program = world.setup.program();
        final Set<String> names = new TreeSet<>();
        for (int i = 0; i < program.backends().size(); i++) {
            names.add(Setup.backend(i));
        }
        for (int i = 0; i < program.backends().size(); i++) {
            final String name = Setup.backend(i);
            backends.add(new SimulatedBackend(
                    life, world.database(i), name, new ExactlyOnce(origin, name, names), world.setup.readers()));
        }
        for (final Statement statement : program.statements()) {
            operations.put(statement.name(), new Statement.Resolved(statement, backends.get(statement.backend())));
        }
    }

    /** Returns small caches, so that they also evict entries. */
    private LookupCaches caches() {
        final Map<String, CacheConfig> configs = new HashMap<>();
        if (world.setup.cached()) {
            final CacheConfig few = new CacheConfig(4, Duration.ofNanos(50_000), Duration.ofNanos(10_000));
            world.setup.program().statements().forEach(statement -> configs.put(statement.name(), few));
        }
        return new LookupCaches(configs, world::nowNanos);
    }

    private Operation resolve(RequestFrame request) throws RefusedException {
        final Operation operation = operations.get(request.name());
        if (operation == null) {
            if (request.name().equals(Request.Refusal.BREAKS_CATALOG.name())) {
                throw new IllegalStateException("broken");
            }
            throw new RefusedException(FailureKind.INVALID, "unknown");
        }
        return operation;
    }

    /** Lets each thread take a turn: the workers, the background sync, and the duty cycle. */
    void turn() throws CheckpointException {
        for (final SimulatedBackend backend : backends) {
            backend.work();
        }
        sink.work();
        final int wants = known;
        final boolean paused = knowsOfPause;
        final int next = source.next();
        gateway.doWork(world.nowNanos());
        if (world.operator.wants() > 0) {
            watch();
            checkControl(paused, wants == world.operator.wants(), next);
        }
    }

    /** Notes that the queues were copied, and that this process goes on with the old queues, which are not valid any more. */
    void leftBehind() {
        hasLane = () -> false;
    }

    private void watch() {
        control.look();
        knowsOfPause = world.operator.paused();
        known = world.operator.wants();
    }

    /**
     * @param paused whether the process knew of a pause when its turn began
     * @param still whether the operator's command is still the same as when the turn began
     * @param next the place of the next request to read, when the turn began
     */
    private void checkControl(boolean paused, boolean still, int next) {
        if (paused && source.next() > next) {
            throw new Violation(Promise.CONTROL, "place " + next + " is read during a pause");
        }
        final boolean inHand = source.hasHandedOver()
                && sink.visibleIndex() < world.setup.positions().index(source.next() - 1);
        if (world.operator.paused() && world.operator.saidDone() && inHand && hasLane.getAsBoolean()) {
            throw new Violation(
                    Promise.CONTROL,
                    "the pause is reported as done, but place " + (source.next() - 1) + " is in progress");
        }
        if (paused
                && still
                && hasLane.getAsBoolean()
                && world.operator.paused()
                && !inHand
                && !world.operator.saidDone()) {
            throw new Violation(Promise.CONTROL, "nothing is in progress, but the pause is not reported as done");
        }
    }

    /** Returns the number of results that the output has received, visible or not. */
    int taken() {
        return sink.taken();
    }

    /** Ends the process as a crash does. */
    void gone() {
        life.end(Mishap.PROCESS_CRASH);
        sink.ended();
    }

    /** Ends the process in order, or for a reason that no request has caused. */
    void end() {
        gateway.ended();
        ended = true;
    }

    /** Whether a crash now may be caused by a request: it is the only one in progress, and a backend may be working on it. */
    boolean oneToBlame() {
        return !ended && gateway.inHand() == 1 && backends.stream().anyMatch(SimulatedBackend::busy);
    }

    /** Tells the gateway to stop, so that it reads nothing more. */
    void stop() {
        gateway.stopReading();
        stopsReadingAtTurn = Math.min(stopsReadingAtTurn, world.turn());
    }

    /** Whether the process was told to stop, and has written the results of all requests in progress or waited long enough. */
    boolean stopped() {
        return world.turn() >= stopsReadingAtTurn
                && (gateway.finished() || world.turn() - stopsReadingAtTurn > PATIENCE_TURNS);
    }

    /** Whether no request is in progress. */
    boolean finished() {
        return gateway.finished();
    }
}
