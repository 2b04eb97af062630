package dev.sluice.faults.simulate.world;

import dev.sluice.faults.simulate.mishap.Fault;
import dev.sluice.faults.simulate.mishap.Mishap;
import dev.sluice.faults.simulate.mishap.Mishaps;
import dev.sluice.faults.simulate.mishap.Place;
import dev.sluice.faults.simulate.program.Choices;
import dev.sluice.faults.simulate.program.Model;
import dev.sluice.faults.simulate.program.Program;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/** Everything around the processes: queues, databases, time, and what goes wrong. */
public final class World {

    static {
        ServiceLog.silence();
    }

    private static final int LONGEST_TURN_NANOS = 200;

    private final Setup setup;
    private final Choices choices;
    private final Mishaps mishaps;
    private final Trace trace;
    private final Tally tally;
    private final List<SimulatedDatabase> databases = new ArrayList<>();
    private final Judge judge;
    private SimulatedInput input;
    private long turn;
    private long nowNanos;
    private int steps;
    private long diskFullUntil;

    public World(Setup setup, Choices choices, Mishaps mishaps, Trace trace, Tally tally) {
        this.setup = setup;
        this.choices = choices;
        this.mishaps = mishaps;
        this.trace = trace;
        this.tally = tally;
        for (int i = 0; i < setup.program().databases(); i++) {
            databases.add(new SimulatedDatabase(this, i, setup.dialects().get(i)));
        }
        this.judge = new Judge(setup, new Model(setup.program(), tables()));
        this.input = newInput();
        // a monotonic clock starts anywhere, and may overflow
        this.nowNanos = choices.oneIn(2) ? choices.next() : Long.MAX_VALUE - choices.below(10_000);
    }

    private SimulatedInput newInput() {
        return new SimulatedInput(new UUID(choices.next(), choices.next()));
    }

    /** The queues are wiped: another input, and a program of its own for it. */
    void wipe(Program program) {
        databases.forEach(SimulatedDatabase::settle);
        input = newInput();
        judge.begin(new Model(program, tables()));
    }

    /** What every database has committed now. */
    private long[][] tables() {
        return databases.stream().map(database -> database.tables().clone()).toArray(long[][]::new);
    }

    Setup setup() {
        return setup;
    }

    Choices choices() {
        return choices;
    }

    Mishaps mishaps() {
        return mishaps;
    }

    Trace trace() {
        return trace;
    }

    Tally tally() {
        return tally;
    }

    Judge judge() {
        return judge;
    }

    SimulatedInput input() {
        return input;
    }

    List<SimulatedDatabase> databases() {
        return databases;
    }

    SimulatedDatabase database(int backend) {
        return databases.get(setup.program().backends().get(backend));
    }

    /** How often the duty cycle went round. */
    long turn() {
        return turn;
    }

    int steps() {
        return steps;
    }

    long nowNanos() {
        return nowNanos;
    }

    /** The time of day, a millisecond a turn; somebody sets it back and forth. */
    long wallClockNanos() {
        return (turn % 7 == 0 ? -turn : turn) * 1_000_000;
    }

    void nextTurn() {
        turn++;
        mishaps.turn(turn);
        nowNanos += choices.below(LONGEST_TURN_NANOS);
        if (happens(Fault.DISK_FULL)) {
            diskFullUntil = turn + choices.below(20);
        }
    }

    boolean diskFull() {
        return turn < diskFullUntil;
    }

    /** A step of a process: it may be the last. */
    Mishap step(SimulatedProcess process, Place place, long detail) {
        process.checkAlive();
        steps++;
        tally.countStep();
        trace.add(steps, turn, place, process.number(), detail);
        for (int i = 0; i < databases.size(); i++) {
            databases.get(i).work();
        }
        final Mishap mishap = mishaps.at(steps, place);
        if (mishap == Mishap.NONE) {
            return mishap;
        }
        trace.add(steps, turn, mishap, process.number(), steps);
        tally.count(mishap, place);
        if (mishap.crash()) {
            throw process.die(mishap);
        }
        return mishap;
    }

    /** Whether this goes wrong now. */
    boolean happens(Fault fault) {
        if (!mishaps.happens(fault)) {
            return false;
        }
        tally.count(fault);
        trace.add(steps, turn, fault, 0, 0);
        return true;
    }

    /** The place of the last update that is committed, or will be if a commit that was sent succeeds; -1 if there is none. */
    int lastUpdate() {
        int last = judge.lastUpdate();
        for (final SimulatedDatabase database : databases) {
            last = Math.max(last, database.lastSent());
        }
        return last;
    }

    /** The checkpoints that know of updates behind a place, and up to which index; no commit is under way any more. */
    Map<String, Long> checkpointsBehind(int place) {
        databases.forEach(SimulatedDatabase::settle);
        final long index = setup.positions().index(place);
        final Map<String, Long> lasts = new TreeMap<>();
        for (final SimulatedDatabase database : databases) {
            database.checkpoints()
                    .forEach((name, rows) -> rows.row()
                            .filter(row -> row.queue().equals(input.id()) && row.last() > index)
                            .ifPresent(row -> lasts.put(name, row.last())));
        }
        return lasts;
    }

    /** The place of the last update, failed or not, that a checkpoint knows of; -1 if there is none. */
    int lastKnown() {
        return databases.stream()
                .flatMap(database -> database.checkpoints().values().stream())
                .map(CheckpointRows::row)
                .flatMap(Optional::stream)
                .filter(row -> row.queue().equals(input.id()))
                .mapToInt(row -> setup.positions().place(row.last()))
                .max()
                .orElse(-1);
    }

    /** Whether a database has forgotten outcomes of requests behind a place. */
    boolean prunedBehind(int place) {
        final long index = setup.positions().index(place);
        return databases.stream()
                .flatMap(database -> database.checkpoints().values().stream())
                .map(CheckpointRows::row)
                .flatMap(Optional::stream)
                .anyMatch(row -> row.pruned() > index);
    }
}
