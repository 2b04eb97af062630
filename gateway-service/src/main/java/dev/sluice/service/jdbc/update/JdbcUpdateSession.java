package dev.sluice.service.jdbc.update;

import dev.sluice.internal.fault.FaultPoint;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.core.Question;
import dev.sluice.service.jdbc.connect.Session;
import dev.sluice.service.jdbc.dialect.Signature;
import dev.sluice.service.jdbc.read.Alone;
import dev.sluice.service.jdbc.read.JdbcOperation;
import dev.sluice.service.update.CheckpointTable;
import dev.sluice.service.update.DatabaseException;
import dev.sluice.service.update.GivenBackException;
import dev.sluice.service.update.UpdateSession;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** A JDBC connection that runs updates; its auto-commit is off but while it runs what no transaction takes. */
final class JdbcUpdateSession implements UpdateSession {

    private static final String CONSTRAINTS_AT_ONCE = "SET CONSTRAINTS ALL IMMEDIATE";

    private final Session session;
    private final Alone alone;
    private final Optional<CheckpointTable> table;
    private final SetForms sets;

    JdbcUpdateSession(Session session, Alone alone, Optional<CheckpointSchema> schema) {
        this.session = session;
        this.alone = alone;
        this.table = schema.map(its -> new JdbcCheckpointTable(session, its));
        this.sets = new SetForms(session);
    }

    @Override
    public boolean transactional(Question question) {
        return !operation(question).alone();
    }

    @Override
    public boolean batches(Question first, Question second) {
        return first.operation() == second.operation()
                && !operation(first).givesRows()
                && first.arguments().sameTypes(second.arguments());
    }

    @Override
    public void begin() {
        // with the first statement: auto-commit is off
    }

    @Override
    public void checkAtOnce() throws DatabaseException {
        if (session.postgres()) {
            session.attempt(() -> session.execute(CONSTRAINTS_AT_ONCE));
        }
    }

    @Override
    public Outcome execute(Question question) throws DatabaseException {
        return session.attempt(() -> run(question));
    }

    private Outcome run(Question question) throws SQLException {
        final PreparedStatement statement =
                session.prepare(operation(question).text().sql()).statement();
        session.binder().bind(statement, 1, question.arguments(), signature(question));
        session.trip();
        if (!statement.execute()) {
            return new Outcome.Updated(Math.max(0, statement.getUpdateCount()));
        }
        try (ResultSet rows = statement.getResultSet()) {
            long count = 0;
            while (rows.next()) {
                count++;
            }
            return new Outcome.Updated(count);
        }
    }

    @Override
    public void executeBatch(List<Question> questions, Outcome[] outcomes, int at) throws DatabaseException {
        session.attempt(() -> runBatch(questions, outcomes, at));
    }

    private void runBatch(List<Question> questions, Outcome[] outcomes, int at) throws SQLException {
        final Question first = questions.get(0);
        final Signature signature = signature(first);
        if (sets.run(operation(first), signature, questions, outcomes, at)) {
            return;
        }
        final PreparedStatement statement =
                session.prepare(operation(first).text().sql()).statement();
        final int[] counts;
        try {
            for (final Question question : questions) {
                session.binder().bind(statement, 1, question.arguments(), signature);
                statement.addBatch();
            }
            session.trip();
            counts = statement.executeBatch();
        } finally {
            statement.clearBatch();
        }
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] < 0) {
                throw new IllegalStateException(
                        operation(first) + " has no update count in a batch; is reWriteBatchedInserts on?");
            }
            outcomes[at + i] = new Outcome.Updated(counts[i]);
        }
    }

    @Override
    public Outcome executeCommitted(Question question) throws DatabaseException {
        return session.attempt(() -> {
            session.connection().setAutoCommit(true);
            try {
                return run(question);
            } finally {
                if (operation(question).alone()) {
                    sets.forget(); // it may have changed the schema, or where names are looked for
                }
                session.connection().setAutoCommit(false);
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
        FaultPoint.reached("update-before-commit");
        session.attempt(session::commit);
        FaultPoint.reached("update-after-commit");
    }

    @Override
    public void rollback() throws DatabaseException {
        session.attempt(session::rollback);
    }

    @Override
    public void prepareAgain() {
        session.forget();
        sets.forget();
    }

    @Override
    public Outcome decide(Question question, boolean conflictsGoBack, Attempt attempt, Undo undo)
            throws GivenBackException, DatabaseException {
        try {
            return alone.run(
                    session,
                    question,
                    operation(question).text().sql(),
                    signature(question),
                    conflictsGoBack,
                    () -> {
                        try {
                            return attempt.make();
                        } catch (final DatabaseException e) {
                            throw thrown(e);
                        }
                    },
                    () -> {
                        try {
                            undo.undo();
                        } catch (final DatabaseException e) {
                            throw thrown(e);
                        }
                    });
        } catch (final SQLException e) {
            throw session.failed(e);
        }
    }

    /** What the driver threw. */
    static SQLException thrown(DatabaseException error) {
        if (error.getCause() instanceof SQLException said) {
            return said;
        }
        throw (RuntimeException) error.getCause();
    }

    @Override
    public CheckpointTable checkpointTable() {
        return table.orElseThrow(() -> new IllegalStateException("Updates here have no checkpoint"));
    }

    private static JdbcOperation operation(Question question) {
        return (JdbcOperation) question.operation();
    }

    private Signature signature(Question question) {
        return Signature.of(question.arguments(), operation(question).types().orElse(List.of()), session.dialect());
    }
}
