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

/** One process of the gateway, put together as its program does it: what it holds is gone when it dies. */
final class SimulatedProcess {

    /**
     * The lane of a process as it found it.
     *
     * @param answered how many requests have a result
     * @param told which commits its results tell of
     * @param accepted what the checkpoints may be that it claims
     * @param notes of the processes before it
     * @param commits that they noted
     * @param hasLane whether no other process has it
     * @param succession where several may believe that the lane is theirs
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

        /** The queues: it starts after the last result of that output. */
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

    /** How long it may take to finish when it was told to stop. */
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
    /** Whether an operator wanted a pause when it was started, or looked last. */
    private boolean knowsOfPause;
    /** What the operator wanted then. */
    private int known;

    private boolean ended;
    private long stopsReadingAtTurn = Long.MAX_VALUE;

    /**
     * Starts on a lane.
     *
     * @param number tells it from all other runs
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
                        name -> found.accepted().lostCommits()
                                || found.commits().weakened(name),
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

    /** Small, so that it forgets, too. */
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

    /** Gives each of its threads a turn: the workers, the sync in the background, and the duty cycle. */
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

    /** Its queues are copied, and it goes on with those that nobody has any more. */
    void leftBehind() {
        hasLane = () -> false;
    }

    private void watch() {
        control.look();
        knowsOfPause = world.operator.paused();
        known = world.operator.wants();
    }

    /**
     * @param paused whether it knew of a pause when its turn began
     * @param still whether nothing else is wanted since
     * @param next the place of the request that was next then
     */
    private void checkControl(boolean paused, boolean still, int next) {
        if (paused && source.next() > next) {
            throw new Violation(Promise.CONTROL, "place " + next + " is read during a pause");
        }
        final boolean inHand = source.hasHandedOver()
                && sink.visibleIndex() < world.setup.positions().index(source.next() - 1);
        if (world.operator.paused() && world.operator.saidDone() && inHand && hasLane.getAsBoolean()) {
            throw new Violation(
                    Promise.CONTROL, "the pause is said to be done, with place " + (source.next() - 1) + " in hand");
        }
        if (paused
                && still
                && hasLane.getAsBoolean()
                && world.operator.paused()
                && !inHand
                && !world.operator.saidDone()) {
            throw new Violation(Promise.CONTROL, "nothing is in hand, and the pause is not said to be done");
        }
    }

    /** How many results the output has or was given. */
    int taken() {
        return sink.taken();
    }

    /** Nothing of it works any more. */
    void gone() {
        life.end(Mishap.PROCESS_CRASH);
        sink.ended();
    }

    /** Ends in order, or for a reason that is no request's. */
    void end() {
        gateway.ended();
        ended = true;
    }

    /** Whether its end, now, may be the fault of the only request in hand: some backend may have it. */
    boolean oneToBlame() {
        return !ended && gateway.inHand() == 1 && backends.stream().anyMatch(SimulatedBackend::busy);
    }

    /** Tells the gateway to stop: it reads nothing more. */
    void stop() {
        gateway.stopReading();
        stopsReadingAtTurn = Math.min(stopsReadingAtTurn, world.turn());
    }

    /** Whether it was told to stop, and everything in hand is written, or it waited long enough for that. */
    boolean stopped() {
        return world.turn() >= stopsReadingAtTurn
                && (gateway.finished() || world.turn() - stopsReadingAtTurn > PATIENCE_TURNS);
    }

    /** Whether it has nothing in hand. */
    boolean finished() {
        return gateway.finished();
    }
}
