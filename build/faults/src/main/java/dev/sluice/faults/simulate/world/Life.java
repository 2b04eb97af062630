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

/** The life of one process, step by step: all that works in the process takes its steps here, and ends with it. */
final class Life {

    /** Where results go, and what of that goes on by itself while the process lives. */
    interface Sink extends ResultSink {

        /** How many results there are, those included that nobody sees. */
        int taken();

        /** Its threads take a turn. */
        void work();

        /** The process has ended. */
        void ended();
    }

    final World world;
    final Claimant claimant;
    /** The times since when the gateway may have found its backends away. */
    private final Map<String, Long> refusedAtNanos = new HashMap<>();

    private final List<Runnable> others = new ArrayList<>();
    private Runnable watch = () -> {};
    private Crash crash;
    private boolean faultExpected;

    Life(World world, Claimant claimant) {
        this.world = world;
        this.claimant = claimant;
    }

    /** A step of the process: it may be the last. */
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

    /** Has that look at what an operator wants, in the middle of whatever goes on. */
    void watchWith(Runnable look) {
        watch = look;
    }

    /** Whatever of the process still runs, on the way out, ends at its next step. */
    Crash end(Mishap mishap) {
        crash = new Crash(mishap);
        return crash;
    }

    /** Adds a connection that may work between two statements of the one that works. */
    void addOther(Runnable connection) {
        others.add(connection);
    }

    /** Lets another connection work, now and then. */
    void between() {
        if (world.happens(Fault.BETWEEN)) {
            world.choices.of(others).run();
        }
    }

    /** Ends the process for a request that ends it whenever it is run. */
    Crash poisoned(int place) {
        world.trace.note(() -> "the request at place " + place + " ends run " + claimant.number());
        return end(Mishap.PROCESS_CRASH);
    }

    /** Notes that a backend refused a call. */
    void refused(String backend) {
        refusedAtNanos.putIfAbsent(backend, world.nowNanos());
    }

    /** Whether the gateway can have found a backend away for so long. */
    boolean mayHaveBeenAway(String backend, long nanos) {
        return refusedAtNanos.containsKey(backend) && world.nowNanos() - refusedAtNanos.get(backend) >= nanos;
    }

    /** A backend breaks its contract. */
    void expectFault() {
        faultExpected = true;
    }

    boolean faultExpected() {
        return faultExpected;
    }
}
