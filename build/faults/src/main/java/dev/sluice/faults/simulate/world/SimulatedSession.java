package dev.sluice.faults.simulate.world;

import dev.sluice.faults.simulate.mishap.Fault;
import dev.sluice.faults.simulate.mishap.Mishap;
import dev.sluice.faults.simulate.mishap.Place;
import dev.sluice.faults.simulate.program.Request;
import dev.sluice.faults.simulate.program.Semantics;
import dev.sluice.faults.simulate.program.Statement;
import dev.sluice.faults.simulate.program.Statement.Nature;
import dev.sluice.faults.simulate.world.Setup.Dialect;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.core.Question;
import dev.sluice.service.update.CheckpointTable;
import dev.sluice.service.update.DatabaseException;
import dev.sluice.service.update.DatabaseException.Meaning;
import dev.sluice.service.update.GivenBackException;
import dev.sluice.service.update.UpdateSession;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A connection to a simulated database. If the connection is lost, its uncommitted changes are lost, too. */
final class SimulatedSession implements UpdateSession {

    private final World world;
    private final Life life;
    private final SimulatedDatabase database;
    private final String name;
    private final int retries;
    private final SimulatedCheckpointTable table;
    private List<Integer> late = List.of();
    private Transaction transaction;
    private boolean lost;
    private boolean claiming;
    private boolean gathers;
    /** The statements that wait to be sent together with the next statement. */
    private final List<Step> gathered = new ArrayList<>();
    /**
     * The number of transient errors that may still occur. It is limited, because too many errors would make an item that runs
     * alone fail.
     */
    private int errorsLeft = Integer.MAX_VALUE;

    SimulatedSession(Life life, SimulatedDatabase database, String name, int retries) {
        this.world = life.world;
        this.life = life;
        this.database = database;
        this.name = name;
        this.retries = retries;
        this.table = new SimulatedCheckpointTable(this, database, name);
    }

    void claiming(boolean now) {
        claiming = now;
    }

    /** Returns the open transaction, and begins one if there is none. */
    Transaction transaction() {
        if (transaction == null) {
            transaction = new Transaction(life.claimant, database.tables(), name, late);
        }
        return transaction;
    }

    /** Makes a round trip to the database that may lose the connection but meets no transient error. */
    private void trip(Place place, long detail) throws DatabaseException {
        if (lost) {
            throw outage();
        }
        final Mishap mishap = life.step(place, detail);
        life.between();
        if (mishap == Mishap.CONNECTION_LOST || database.away()) {
            lose();
            throw outage();
        }
    }

    private void lose() {
        transaction = null;
        lost = true;
    }

    private static DatabaseException outage() {
        return new DatabaseException(Meaning.OUTAGE, "the connection is gone", null);
    }

    /** Makes a round trip to the database with a statement. */
    void statement(Place place, long detail) throws DatabaseException {
        trip(place, detail);
        if (transaction().aborted) {
            throw new DatabaseException(Meaning.ITEM, "the transaction is aborted", null);
        }
        passing(Fault.CONFLICT, Meaning.CONFLICT);
        passing(Fault.TIMEOUT, Meaning.TIMEOUT);
        passing(Fault.STALE, Meaning.STALE);
    }

    private void passing(Fault fault, Meaning meaning) throws DatabaseException {
        if (errorsLeft > 0 && world.happens(fault)) {
            errorsLeft--;
            throw objection(meaning);
        }
    }

    /** Returns an error that undoes its statement; the dialect decides whether it also aborts the transaction. */
    DatabaseException objection(Meaning meaning) {
        if (database.dialect == Dialect.ABORTS || meaning == Meaning.CONFLICT) {
            transaction().aborted = true;
        }
        return new DatabaseException(meaning, "no: " + meaning, null);
    }

    /** Sets the places of the updates in progress whose deadline has passed. */
    void late(List<Integer> places) {
        late = places;
    }

    @Override
    public boolean transactional(Question question) {
        return Statement.of(question).nature() != Nature.OUTSIDE;
    }

    /**
     * Whether an update may share a transaction with others. Simulates the gateway's proof, which detects only some of the
     * updates that fail at the commit.
     */
    @Override
    public boolean shares(Question question) {
        final Statement statement = Statement.of(question);
        return statement.nature() != Nature.DEFERRED || (statement.writes() & 1) == 0;
    }

    @Override
    public boolean batches(Question first, Question second) {
        return first.operation() == second.operation();
    }

    /** Gathers statements if the database is like PostgreSQL. */
    @Override
    public boolean gather() {
        gathers = database.dialect == Dialect.ABORTS;
        return gathers;
    }

    boolean gathers() {
        return gathers;
    }

    /** The effect of a statement in the database. */
    interface Step {
        void run() throws DatabaseException;
    }

    /** Keeps a step for the next statement if the session gathers statements; otherwise runs the step now. */
    void gatherOrRun(Step step) throws DatabaseException {
        if (gathers) {
            gathered.add(step);
        } else {
            step.run();
        }
    }

    private void runGathered() throws DatabaseException {
        for (final Step step : List.copyOf(gathered)) {
            step.run();
        }
        gathered.clear();
    }

    @Override
    public void commitWithNext() {
        gathered.add(this::commitNow);
    }

    @Override
    public boolean mayBeTheCheckpoints(DatabaseException error) {
        return error.meaning() != Meaning.ITEM;
    }

    @Override
    public void begin() throws DatabaseException {
        gatherOrRun(() -> {
            trip(Place.BEGIN, database.number);
            transaction();
        });
    }

    @Override
    public Outcome execute(Question question) throws DatabaseException {
        runGathered();
        statement(Place.EXECUTE, place(question));
        return apply(question);
    }

    @Override
    public void executeBatch(List<Question> questions, Outcome[] outcomes, int at) throws DatabaseException {
        runGathered();
        statement(Place.BATCH, place(questions.get(0)));
        for (int i = 0; i < questions.size(); i++) {
            outcomes[at + i] = apply(questions.get(i));
        }
    }

    private Outcome apply(Question question) throws DatabaseException {
        final Statement statement = Statement.of(question);
        final int argument = Request.argument(question.arguments());
        if (argument == Semantics.POISONS) {
            throw life.poisoned(place(question));
        }
        database.waitForTables(statement.writtenCells(argument));
        final long seen = Semantics.seen(statement, argument, transaction().tables());
        final Optional<Meaning> objection = Semantics.objection(statement, argument, seen);
        if (objection.isPresent()) {
            if (statement.nature() != Nature.DEFERRED || objection.get() != Meaning.ITEM) {
                throw objection(objection.get());
            }
            transaction().deferredObjection = true;
        }
        transaction().write(statement, argument, seen, place(question));
        return Semantics.success(statement, seen);
    }

    @Override
    public Outcome executeCommitted(Question question) throws DatabaseException {
        trip(Place.EXECUTE_ALONE, place(question));
        if (transaction != null) {
            database.commit(transaction); // JDBC commits when auto-commit is switched on
        }
        transaction = null;
        final Outcome outcome;
        try {
            passing(Fault.TIMEOUT, Meaning.TIMEOUT);
            outcome = apply(question);
            database.commit(transaction);
        } finally {
            transaction = null;
        }
        trip(Place.ALONE_EXECUTED, place(question));
        return outcome;
    }

    @Override
    public boolean marks() {
        return true;
    }

    @Override
    public Mark mark() throws DatabaseException {
        statement(Place.SAVEPOINT, database.number);
        final Runnable savepoint = transaction().savepoint();
        return () -> {
            trip(Place.SAVEPOINT_ROLLBACK, database.number);
            savepoint.run();
        };
    }

    @Override
    public void commit() throws DatabaseException {
        gathers = false;
        runGathered();
        commitNow();
    }

    private void commitNow() throws DatabaseException {
        trip(claiming ? Place.CLAIM_COMMIT : Place.COMMIT, database.number);
        final Transaction ending = transaction();
        transaction = null;
        if (ending.aborted) {
            return; // the server commits nothing, and reports no error
        }
        if (errorsLeft > 0 && world.happens(Fault.COMMIT_CONFLICT)) {
            errorsLeft--;
            throw new DatabaseException(Meaning.CONFLICT, "the commit met a conflict", null);
        }
        if (ending.deferredObjection) {
            throw new DatabaseException(Meaning.ITEM, "the commit is against a constraint", null);
        }
        boolean answered = false;
        try {
            final Place sent = claiming ? Place.CLAIM_COMMIT_SENT : Place.COMMIT_SENT;
            answered = life.step(sent, database.number) != Mishap.CONNECTION_LOST;
        } finally {
            if (!answered) {
                database.keepCommitting(ending); // no process waits for the reply any more
            }
        }
        if (!answered) {
            lose();
            throw outage();
        }
        database.commit(ending);
        final Place done = claiming ? Place.CLAIM_COMMITTED : Place.COMMITTED;
        if (life.step(done, database.number) == Mishap.CONNECTION_LOST) {
            lose();
            throw outage();
        }
    }

    @Override
    public void rollback() throws DatabaseException {
        gathers = false;
        gathered.clear();
        trip(Place.ROLLBACK, database.number);
        transaction = null;
    }

    @Override
    public void prepareAgain() {
        // nothing is prepared here
    }

    /** Repeats an attempt after an error as the gateway's JDBC sessions do. */
    @Override
    public Outcome decide(Question question, boolean conflictsGoBack, Attempt attempt, Mark before)
            throws GivenBackException, DatabaseException {
        errorsLeft = 1;
        try {
            for (int attempts = 1; ; attempts++) {
                try {
                    return attempt.make();
                } catch (final DatabaseException e) {
                    e.passOn(conflictsGoBack);
                    errorsLeft = 0;
                    before.rollback();
                    if (attempts >= attemptsAt(e.meaning())) {
                        return Semantics.failure(
                                Statement.of(question), Request.argument(question.arguments()), e.meaning());
                    }
                }
            }
        } finally {
            errorsLeft = Integer.MAX_VALUE;
        }
    }

    private int attemptsAt(Meaning meaning) {
        return switch (meaning) {
            case CONFLICT, TIMEOUT -> retries;
            case STALE -> 2;
            default -> 1;
        };
    }

    @Override
    public CheckpointTable checkpointTable() {
        return table;
    }

    private int place(Question question) {
        return world.setup.positions().place(question.index());
    }
}
