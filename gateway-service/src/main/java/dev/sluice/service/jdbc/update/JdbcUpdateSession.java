package dev.sluice.service.jdbc.update;

import dev.sluice.api.ValueType;
import dev.sluice.internal.fault.FaultPoint;
import dev.sluice.internal.wire.EncodedRows;
import dev.sluice.internal.wire.Encoder;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.core.Question;
import dev.sluice.service.jdbc.connect.Binder.TooLargeException;
import dev.sluice.service.jdbc.connect.LeadingStatements;
import dev.sluice.service.jdbc.connect.ParameterTypes;
import dev.sluice.service.jdbc.connect.Prepared;
import dev.sluice.service.jdbc.connect.Session;
import dev.sluice.service.jdbc.connect.SessionSettings;
import dev.sluice.service.jdbc.dialect.Signature;
import dev.sluice.service.jdbc.dialect.SqlStates;
import dev.sluice.service.jdbc.proof.Footprint;
import dev.sluice.service.jdbc.proof.Footprints;
import dev.sluice.service.jdbc.proof.SchemaChanges;
import dev.sluice.service.jdbc.read.Alone;
import dev.sluice.service.jdbc.read.JdbcOperation;
import dev.sluice.service.jdbc.read.Reader.Limits;
import dev.sluice.service.jdbc.sql.SqlText;
import dev.sluice.service.update.CheckpointTable;
import dev.sluice.service.update.DatabaseException;
import dev.sluice.service.update.GivenBackException;
import dev.sluice.service.update.UpdateSession;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;

/** A JDBC connection that runs updates. Auto-commit is off, except during an update that cannot run in a transaction. */
final class JdbcUpdateSession implements UpdateSession {

    /**
     * The SQLState classes of errors that a statement on the checkpoint's tables never causes: wrong data, violated constraints,
     * and errors that functions raise.
     */
    private static final Set<String> OF_UPDATES = Set.of("22", "23", "P0");

    /**
     * The maximum size in bytes of the rows that an update may return. The rows are stored in a column that may be limited to a
     * megabyte.
     */
    private static final int MOST_RETURNED = 1 << 18;

    private final Session session;
    private final SchemaChanges changes;
    private final Alone alone;
    private final BiConsumer<JdbcOperation, String> unproved;
    private final Optional<CheckpointTable> table;
    private final LeadingStatements gathering;
    /** The update that last passed the check whether it may share a transaction; null after the transaction ends. */
    private Question sharing;
    /** Whether a commit will be sent with the next statement. */
    private boolean committing;

    private final Footprints footprints;
    private final SetForms sets;
    private final SessionSettings settings;
    private final Limits limits;
    private final Encoder returned = new Encoder();

    /**
     * @param schema the tables of the checkpoint, if there is a checkpoint
     * @param changes the counter of the database's schema changes, which this session increments
     * @param alone runs a single update, and repeats it after errors that may be temporary
     * @param unproved called with a declared operation whose updates are not proved to be safe in a shared transaction, and with
     *     the reason
     * @param limits the limits of the rows that one update may return
     */
    JdbcUpdateSession(
            Session session,
            Optional<CheckpointSchema> schema,
            SchemaChanges changes,
            Alone alone,
            BiConsumer<JdbcOperation, String> unproved,
            Limits limits)
            throws SQLException {
        this.session = session;
        this.changes = changes;
        this.alone = alone;
        this.unproved = unproved;
        this.gathering = new LeadingStatements(session);
        this.table = schema.map(its -> its.table(session, gathering));
        this.footprints = new Footprints(session, System::nanoTime, changes);
        this.sets = new SetForms(session, gathering, footprints);
        this.settings = SessionSettings.of(session);
        this.limits = limits;
    }

    /** Reads the footprint of a statement from the catalog, if the types of its arguments are known without a request. */
    void prove(JdbcOperation operation) throws SQLException {
        if (operation.provable()) {
            final SqlText text = operation.text();
            session.release(text.sql());
            final Optional<List<ValueType>> types =
                    operation.types().isPresent() ? operation.types() : ParameterTypes.of(session.connection(), text);
            if (types.isPresent()) {
                operation.proved(
                        types.get().toArray(ValueType[]::new), footprints.proof(text, Signature.of(types.get())));
            }
        }
    }

    /** Reads the footprints of updates from the catalog, so that they are known when later updates are planned. */
    void prove(List<Question> questions) throws DatabaseException {
        Question last = null;
        for (final Question question : questions) {
            final JdbcOperation operation = operation(question);
            if (!question.answered() && (last == null || !sameForm(last, question)) && operation.provable()) {
                operation.proved(
                        question.arguments(),
                        session.attempt(() -> footprints.proof(operation.text(), signature(question))));
            }
            last = question;
        }
    }

    @Override
    public boolean inMemory() throws DatabaseException {
        return session.attempt(
                () -> Durability.inMemory(session.connection().getMetaData().getURL()));
    }

    @Override
    public boolean transactional(Question question) {
        return !operation(question).alone();
    }

    @Override
    public boolean shares(Question question) throws DatabaseException {
        if (sharing != null && sameForm(sharing, question)) {
            return true;
        }
        final boolean shares = proved(question);
        sharing = shares ? question : sharing;
        return shares;
    }

    private boolean proved(Question question) throws DatabaseException {
        final JdbcOperation operation = operation(question);
        if (session.postgres() && !operation.mayComeAgain()) {
            return false; // SQL that is sent only once: to prove its footprint takes longer than its own transaction
        }
        final Footprint footprint = session.attempt(() -> footprints.of(operation.text(), signature(question)));
        footprint
                .ownTransaction()
                .filter(reason -> operation.declared())
                .ifPresent(reason -> unproved.accept(operation, reason));
        return operation.trusted() || footprint.ownTransaction().isEmpty();
    }

    @Override
    public boolean batches(Question first, Question second) {
        return sameForm(first, second) && !operation(first).givesRows();
    }

    private static boolean sameForm(Question first, Question second) {
        return first.operation() == second.operation() && first.arguments().sameTypes(second.arguments());
    }

    @Override
    public void begin() {
        // the first statement begins the transaction, because auto-commit is off
    }

    @Override
    public boolean gather() {
        gathering.open();
        return gathering.isOpen();
    }

    @Override
    public void commitWithNext() {
        sharing = null;
        FaultPoint.reached("update-before-commit");
        gathering.add("COMMIT");
        gathering.add("BEGIN");
        settings.restoreForNext(gathering);
        committing = true;
    }

    @Override
    public boolean mayBeTheCheckpoints(DatabaseException error) {
        return error.getCause() instanceof SQLException said
                && OF_UPDATES.stream().noneMatch(SqlStates.state(said)::startsWith);
    }

    @Override
    public Outcome execute(Question question) throws DatabaseException {
        return session.attempt(() -> run(question));
    }

    private Outcome run(Question question) throws SQLException {
        session.renew(operation(question).text());
        final LeadingStatements.Gathered prepared =
                gathering.before(operation(question).text().sql());
        final PreparedStatement statement = prepared.statement();
        session.binder().bind(statement, prepared.parameter(), question.arguments(), signature(question));
        if (opaque(question)) {
            settings.mayChange();
        }
        session.trip();
        final boolean givesRows = prepared.execute();
        if (committing) {
            committing = false;
            FaultPoint.reached("update-after-commit");
        }
        final Outcome outcome = givesRows
                ? rows(prepared.last(), operation(question))
                : new Outcome.Updated(Math.max(0, statement.getUpdateCount()));
        settings.restoreUser(gathering);
        if (!operation(question).alone()) {
            session.checkKept(operation(question).text());
        }
        return outcome;
    }

    /** Returns the rows that an update returned; for a procedure, only their number. */
    private Outcome rows(Prepared prepared, JdbcOperation operation) throws SQLException {
        try (ResultSet rows = prepared.statement().getResultSet()) {
            prepared.columnsOf(rows);
            final byte[] columns = prepared.names();
            final long most = Math.min(limits.bytes(), MOST_RETURNED);
            returned.clear();
            int count = 0;
            while (rows.next()) {
                count++;
                if (operation.alone()) {
                    continue;
                }
                prepared.read(rows, 1, returned);
                if (count > limits.rows() || columns.length + returned.size() > most) {
                    throw new TooLargeException("it returns more than " + limits.rows() + " rows or " + most
                            + " bytes, so it is undone: return less, or no rows at all");
                }
            }
            return operation.alone()
                    ? new Outcome.Updated(count)
                    : new Outcome.Found(new EncodedRows(columns, count, returned.toBytes()));
        }
    }

    /** Whether it is unknown how an update has changed the session. */
    private boolean opaque(Question question) {
        return operation(question).alone()
                || footprints
                        .known(operation(question).text(), signature(question))
                        .writes()
                        .everything()
                        .isPresent();
    }

    @Override
    public void executeBatch(List<Question> questions, Outcome[] outcomes, int at) throws DatabaseException {
        session.attempt(() -> runBatch(questions, outcomes, at));
    }

    private void runBatch(List<Question> questions, Outcome[] outcomes, int at) throws SQLException {
        final Question first = questions.get(0);
        if (opaque(first)) {
            settings.mayChange();
        }
        final Signature signature = signature(first);
        final List<Integer> others = sets.run(operation(first), signature, questions, outcomes, at);
        if (others.isEmpty()) {
            return;
        }
        gathering.send();
        final String sql = operation(first).text().sql();
        session.renew(operation(first).text());
        final PreparedStatement statement = session.prepare(sql).statement();
        int[] counts = {};
        try {
            for (final int other : others) {
                session.binder().bind(statement, 1, questions.get(other).arguments(), signature);
                statement.addBatch();
            }
            session.trip();
            counts = statement.executeBatch();
            session.checkKept(operation(first).text());
        } finally {
            if (counts.length == 0) {
                session.discard(sql); // HSQLDB keeps the batch if it refuses an argument
            }
        }
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] < 0) {
                throw new IllegalStateException(
                        operation(first) + " has no update count in a batch; is reWriteBatchedInserts on?");
            }
            outcomes[at + others.get(i)] = new Outcome.Updated(counts[i]);
        }
    }

    @Override
    public Outcome executeCommitted(Question question) throws DatabaseException {
        return session.attempt(() -> {
            session.connection().setAutoCommit(true);
            try {
                return run(question);
            } finally {
                if (operation(question).mayChangeSchema()) {
                    forget(); // the search path may have changed, too
                }
                session.connection().setAutoCommit(false);
                if (!session.connection().isClosed()) {
                    settings.restore();
                }
            }
        });
    }

    @Override
    public Mark mark() throws DatabaseException {
        final Session.Mark mark = session.attempt(session::mark);
        return () -> session.attempt(mark::rollback);
    }

    @Override
    public boolean marks() {
        return session.dialect().savepoints();
    }

    @Override
    public void commit() throws DatabaseException {
        sharing = null;
        FaultPoint.reached("update-before-commit");
        session.attempt(() -> {
            if (gathering.isOpen()) {
                final LeadingStatements.Gathered commit = settings.commit(gathering);
                gathering.close(); // even on failure, so that nothing of this transaction is sent with the next one
                session.trip();
                commit.execute();
                settings.restored();
            } else {
                session.commit();
                settings.restore();
            }
        });
        FaultPoint.reached("update-after-commit");
    }

    @Override
    public void rollback() throws DatabaseException {
        sharing = null;
        committing = false;
        gathering.close();
        session.attempt(() -> {
            session.rollback();
            settings.restore();
        });
    }

    @Override
    public void prepareAgain() {
        forget();
    }

    /** Discards prepared statements, because HSQLDB's driver keeps the types that parameters had before a schema change. */
    private void forget() {
        session.forget();
        sharing = null;
        changes.changed();
        sets.forget();
    }

    @Override
    public Outcome decide(Question question, boolean conflictsGoBack, Attempt attempt, Mark before)
            throws GivenBackException, DatabaseException {
        final String sql = operation(question).text().sql();
        return alone.run(session, question, sql, signature(question), conflictsGoBack, attempt, before);
    }

    @Override
    public CheckpointTable checkpointTable() {
        return table.orElseThrow(() -> new IllegalStateException("Updates here have no checkpoint"));
    }

    private static JdbcOperation operation(Question question) {
        return (JdbcOperation) question.operation();
    }

    private Signature signature(Question question) {
        return session.dialect()
                .signature(question.arguments(), operation(question).types().orElse(List.of()));
    }
}
