package dev.sluice.faults.simulate.program;

import dev.sluice.api.FailureKind;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.update.DatabaseException.Meaning;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * The reference model, which runs the requests of a program one at a time on plain tables. A place is a request's number, from 0.
 */
public final class Model {

    private final Program program;
    private final long[][] start;
    private final long[] expected;
    private final boolean[] succeeds;
    /** Updates that do not run, because their deadline has passed or their database has lost them. */
    private final BitSet late;
    /** The tables of all databases before each request and after the last one. */
    private final long[][] states;

    /** @param start the initial tables of each database */
    public Model(Program program, long[][] start) {
        this(program, start, new BitSet());
    }

    private Model(Program program, long[][] start, BitSet late) {
        this.program = program;
        this.late = late;
        this.start = start;
        this.expected = new long[program.size()];
        this.succeeds = new boolean[program.size()];
        this.states = new long[program.size() + 1][];
        run();
    }

    /** Returns the model of another program on the same tables. */
    public Model ofOther(Program other) {
        final BitSet same = (BitSet) late.clone();
        for (int place = 0; place < other.size(); place++) {
            if (other.requests().get(place) != program.requests().get(place)) {
                same.clear(place);
            }
        }
        return new Model(other, start, same);
    }

    /** Returns the model in which one more update does not run, because its deadline has passed. */
    public Model ofLate(int place) {
        final BitSet more = (BitSet) late.clone();
        more.set(place);
        return new Model(program, start, more);
    }

    /**
     * Returns the model in which a database has other initial tables, and in which other updates of this database do not run.
     *
     * @param tables the initial tables of the database
     * @param skipped true for the places of its updates that do not run
     */
    public Model ofOtherStart(int database, long[] tables, IntPredicate skipped) {
        final long[][] other = start.clone();
        other[database] = tables;
        final BitSet some = (BitSet) late.clone();
        for (int place = 0; place < program.size(); place++) {
            if (updates(place, database)) {
                some.set(place, skipped.test(place));
            }
        }
        return new Model(program, other, some);
    }

    /** Whether the request at a place is an update of a database. */
    public boolean updates(int place, int database) {
        return program.requests().get(place).update() && database(place) == database;
    }

    /** Returns the initial tables of a database. */
    public long[] start(int database) {
        return start[database];
    }

    /** Whether the update at a place does not run. */
    public boolean skips(int place) {
        return late.get(place);
    }

    private void run() {
        final long[][] tables = new long[start.length][];
        for (int i = 0; i < start.length; i++) {
            tables[i] = start[i].clone();
        }
        states[0] = joined(tables);
        for (int place = 0; place < program.size(); place++) {
            final Request request = program.requests().get(place);
            final Outcome outcome = late.get(place)
                    ? Outcome.NOT_FOUND
                    : request.statement().isPresent()
                            ? run(place, request.statement().get(), request.argument(), tables)
                            : request.refusedOutcome();
            expected[place] = Semantics.digest(outcome);
            states[place + 1] = succeeds[place] ? joined(tables) : states[place];
        }
    }

    private Outcome run(int place, Statement statement, int argument, long[][] all) {
        if (argument == Semantics.POISONS) {
            return Outcome.failed(FailureKind.INTERNAL, ""); // the request has ended so many processes that it failed
        }
        final long[] tables = all[statement.database()];
        final long seen = Semantics.seen(statement, argument, tables);
        final Optional<Meaning> objection = Semantics.objection(statement, argument, seen);
        if (objection.isPresent()) {
            return Semantics.failure(statement, argument, objection.get());
        }
        if (statement.update()) {
            Semantics.write(statement, argument, seen, tables);
            succeeds[place] = true;
        }
        return Semantics.success(statement, seen);
    }

    private static long[] joined(long[][] tables) {
        final long[] joined = new long[tables.length * Statement.CELLS];
        for (int i = 0; i < tables.length; i++) {
            System.arraycopy(tables[i], 0, joined, i * Statement.CELLS, Statement.CELLS);
        }
        return joined;
    }

    public Program program() {
        return program;
    }

    /** Returns the digest of the expected outcome of the request at a place. */
    public long expected(int place) {
        return expected[place];
    }

    /** Whether the request at a place is a successful update. */
    public boolean succeeds(int place) {
        return succeeds[place];
    }

    /** Returns a database's tables after the request at a place; -1 means the initial tables. */
    public long[] tables(int database, int place) {
        final int from = database * Statement.CELLS;
        return Arrays.copyOfRange(states[place + 1], from, from + Statement.CELLS);
    }

    /** Returns the place of the next successful update of a database; the program's size if there is none. */
    public int nextUpdate(int database, int place) {
        int next = place + 1;
        while (next < program.size() && !(succeeds[next] && database(next) == database)) {
            next++;
        }
        return next;
    }

    private int database(int place) {
        return program.requests().get(place).statement().orElseThrow().database();
    }

    /** Whether a read has an outcome with this digest if it runs at its place or later. */
    public boolean possibleLater(int place, long digest) {
        final Request request = program.requests().get(place);
        if (request.statement().isEmpty() || request.update()) {
            return false;
        }
        final Statement statement = request.statement().get();
        for (int at = place; at <= program.size(); at++) {
            final long[] tables = tables(statement.database(), at - 1);
            final long seen = Semantics.seen(statement, request.argument(), tables);
            if (Semantics.digest(Semantics.read(statement, request.argument(), seen)) == digest) {
                return true;
            }
        }
        return false;
    }
}
