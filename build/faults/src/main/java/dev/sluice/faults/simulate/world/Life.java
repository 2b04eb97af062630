package dev.sluice.faults.simulate.world;

import dev.sluice.faults.simulate.mishap.Fault;
import dev.sluice.faults.simulate.mishap.Mishap;
import dev.sluice.faults.simulate.mishap.Mishap.Crash;
import dev.sluice.faults.simulate.mishap.Place;
import dev.sluice.faults.simulate.world.Transaction.Claimant;
import dev.sluice.service.core.ResultSink;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The life of one process. All components of the process take their steps here, so that they all end when the process ends. */
final class Life {

    /** The writer of results, with its background threads. */
    interface Sink extends ResultSink {

        /** Returns the number of results, including those that are not visible yet. */
        int taken();

        /** Lets the background threads take a turn. */
        void work();

        /** Called when the process has ended. */
        void ended();
    }

    final World world;
    final Claimant claimant;
    /** For each backend: the time of its first refusal. Since then the gateway may consider the backend unavailable. */
    private final Map<String, Long> refusedAtNanos = new HashMap<>();

    private final List<Runnable> others = new ArrayList<>();
    private Runnable watch = () -> {};
    private Crash crash;
    private boolean faultExpected;

    Life(World world, Claimant claimant) {
        this.world = world;
        this.claimant = claimant;
    }

    /** Takes a step of the process. A mishap may end the process at this step. */
    Mishap step(Place place, long detail) {
        if (crash != null) {
            throw crash;
        }
        final Mishap mishap = world.step(claimant.number(), place, detail);
        if (mishap.crash()) {
            throw end(mishap);
        }
        if (mishap == Mishap.PAUSED) {
            watch.run();
        }
        return mishap;
    }

    /** Sets the action that checks for an operator's command; it may run during any step. */
    void watchWith(Runnable look) {
        watch = look;
    }

    /** Ends the process: code that still runs, such as a cleanup, ends at its next step. */
    Crash end(Mishap mishap) {
        crash = new Crash(mishap);
        return crash;
    }

    /** Adds a connection that may work between two statements of another connection. */
    void addOther(Runnable connection) {
        others.add(connection);
    }

    /** Lets another connection work, now and then. */
    void between() {
        if (world.happens(Fault.BETWEEN)) {
            world.choices.of(others).run();
        }
    }

    /** Ends the process because of a request that ends each process that runs it. */
    Crash poisoned(int place) {
        world.trace.note(() -> "the request at place " + place + " ends process " + claimant.number());
        return end(Mishap.PROCESS_CRASH);
    }

    /** Notes that a backend refused a call. */
    void refused(String backend) {
        refusedAtNanos.putIfAbsent(backend, world.nowNanos());
    }

    /** Whether a backend can have been unavailable to the gateway for the given time. */
    boolean mayHaveBeenAway(String backend, long nanos) {
        return refusedAtNanos.containsKey(backend) && world.nowNanos() - refusedAtNanos.get(backend) >= nanos;
    }

    /** Notes that a backend breaks its contract, so that the gateway may fail. */
    void expectFault() {
        faultExpected = true;
    }

    boolean faultExpected() {
        return faultExpected;
    }
}
