package dev.sluice.faults.simulate.world;

import dev.sluice.faults.simulate.mishap.Mishap;
import dev.sluice.faults.simulate.mishap.Mishaps;
import dev.sluice.faults.simulate.mishap.Place;
import dev.sluice.faults.simulate.program.Choices;
import dev.sluice.faults.simulate.program.Model;
import dev.sluice.faults.simulate.program.Program;
import dev.sluice.faults.simulate.program.Trace;
import dev.sluice.faults.simulate.world.Judge.Known;
import dev.sluice.faults.simulate.world.Transaction.Claimant;
import dev.sluice.service.update.CheckpointTable.Row;
import dev.sluice.service.update.CommitNotes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The environment of processes, with the databases and with the judge, which checks every commit. */
public final class World extends Surroundings {

    private final List<SimulatedDatabase> databases = new ArrayList<>();
    final Judge judge;

    public World(Setup setup, Choices choices, Mishaps mishaps, Trace trace, RunCounts tally) {
        super(setup, choices, mishaps, trace, tally);
        judge = new Judge(this);
        for (int i = 0; i < setup.program().databases(); i++) {
            databases.add(new SimulatedDatabase(this, judge, i, setup.dialects().get(i)));
        }
        judge.begin(new Model(setup.program(), tables()));
    }

    /** Deletes the queues: begins with a new input and another program. */
    void wipe(Program program) {
        settle();
        wipeInput();
        judge.begin(new Model(program, tables()));
    }

    /** The state of the databases at an instant, with the judge's knowledge and the id of the input at that time. */
    record Saved(UUID queue, List<SimulatedDatabase.Saved> databases, Known known) {

        Program program() {
            return known.model().program();
        }
    }

    Saved saved() {
        return new Saved(
                input().id(), databases.stream().map(SimulatedDatabase::saved).toList(), judge.known());
    }

    /** Sets all databases back to an instant; the caller does the same with the queues. */
    void setBack(Saved then) {
        for (int i = 0; i < databases.size(); i++) {
            databases.get(i).setBack(then.databases.get(i));
        }
        judge.setBack(then.known);
    }

    /** Sets one random database back. */
    void setOneBack(Saved then) {
        final int number = choices.below(databases.size());
        final SimulatedDatabase.Saved one = then.databases.get(number);
        databases.get(number).setBack(one);
        judge.setBack(
                number,
                then.known,
                one.tables(),
                place -> knows(one.row(Setup.backend(judge.asked(place).backend())), Row::last, place));
    }

    /** Whether a checkpoint of these queues is at a place or beyond it. */
    private boolean knows(Optional<Row> checkpoint, ToLongFunction<Row> index, int place) {
        return checkpoint
                .filter(row -> row.queue().equals(input().id())
                        && index.applyAsLong(row) >= setup.positions().index(place))
                .isPresent();
    }

    /**
     * Prepares for the start of a gateway after databases were set back.
     *
     * @param answered the number of results
     * @return whether the expected fate of all updates can be determined
     */
    boolean startsAfter(int answered) {
        return judge.startsAfter(
                answered,
                place -> knows(row(place), Row::last, place),
                place -> knows(row(place), Row::pruned, place),
                place -> changedAfter(place, judge.asked(place).database()));
    }

    /**
     * Whether a database has a later update than the one at a place, or the failure of a later update. A commit that was sent to
     * the database counts, too.
     */
    private boolean changedAfter(int place, int database) {
        final long index = setup.positions().index(place);
        return lastUpdate(database) > place
                || databases.get(database).checkpoints().values().stream()
                        .flatMap(rows -> rows.row.stream())
                        .anyMatch(row -> row.queue().equals(input().id()) && row.last() > index);
    }

    private Optional<Row> row(int place) {
        final int backend = judge.asked(place).backend();
        return database(backend).checkpoint(Setup.backend(backend)).row;
    }

    /** Whether a checkpoint is behind the notes of its progress. */
    boolean lacksCommits(CommitNotes notes) {
        for (int backend = 0; backend < setup.program().backends().size(); backend++) {
            final String name = Setup.backend(backend);
            final Optional<Row> row = database(backend).checkpoint(name).row;
            if (notes.last(name)
                    .filter(note -> row.filter(it -> it.epoch() >= note.epoch()
                                    && (!it.queue().equals(input().id()) || it.last() >= note.last()))
                            .isEmpty())
                    .isPresent()) {
                return true;
            }
        }
        return false;
    }

    /** Returns the committed tables of every database. */
    private long[][] tables() {
        return databases.stream().map(database -> database.tables().clone()).toArray(long[][]::new);
    }

    SimulatedDatabase database(int backend) {
        return databases.get(setup.program().backends().get(backend));
    }

    /** Ends all commits in progress. */
    void settle() {
        databases.forEach(SimulatedDatabase::settle);
    }

    /** Takes a step of a process and lets the databases work; returns the mishap at this step. */
    Mishap step(int process, Place place, long detail) {
        noteStep(process, place, detail);
        for (int i = 0; i < databases.size(); i++) {
            databases.get(i).work();
        }
        return mishap(process, place);
    }

    /** Returns the place of the last update that is committed or whose commit was sent; -1 if there is none. */
    int lastUpdate() {
        return IntStream.range(0, databases.size()).map(this::lastUpdate).max().orElse(-1);
    }

    private int lastUpdate(int database) {
        return Math.max(judge.lastUpdate(database), databases.get(database).lastSent());
    }

    /** Ends all commits, and returns the checkpoints that have updates after a place, with their last index. */
    Map<String, Long> checkpointsAfter(int place) {
        settle();
        final long index = setup.positions().index(place);
        final Map<String, Long> lasts = new TreeMap<>();
        for (final SimulatedDatabase database : databases) {
            database.checkpoints()
                    .forEach((name, rows) -> rows.row
                            .filter(row -> row.queue().equals(input().id()) && row.last() > index)
                            .ifPresent(row -> lasts.put(name, row.last())));
        }
        return lasts;
    }

    /** Returns the place of the last update, failed or not, that a checkpoint has; -1 if there is none. */
    int lastKnown() {
        return checkpointRows()
                .filter(row -> row.queue().equals(input().id()))
                .mapToInt(row -> setup.positions().place(row.last()))
                .max()
                .orElse(-1);
    }

    /** Whether another process has claimed a checkpoint after the given process. */
    boolean claimedAfter(Claimant process) {
        return databases.stream()
                .flatMap(database -> database.checkpoints().entrySet().stream())
                .anyMatch(checkpoint -> process.claimed().contains(checkpoint.getKey())
                        && checkpoint.getValue().owner != process.number());
    }

    /** Whether a database has pruned outcomes of requests after a place. */
    boolean prunedAfter(int place) {
        final long index = setup.positions().index(place);
        return checkpointRows().anyMatch(row -> row.pruned() > index);
    }

    private Stream<Row> checkpointRows() {
        return databases.stream()
                .flatMap(database -> database.checkpoints().values().stream())
                .flatMap(rows -> rows.row.stream());
    }
}
