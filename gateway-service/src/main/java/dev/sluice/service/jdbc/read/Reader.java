package dev.sluice.service.jdbc.read;

import dev.sluice.internal.wire.EncodedRows;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.core.Question;
import dev.sluice.service.jdbc.connect.Prepared;
import dev.sluice.service.jdbc.connect.Session;
import dev.sluice.service.jdbc.connect.TooLargeException;
import dev.sluice.service.jdbc.dialect.ChunkForm;
import dev.sluice.service.jdbc.dialect.SqlStates;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * Asks reads on one connection and encodes what comes back. Belongs to one worker.
 *
 * <p>A result is taken in parts of some hundred rows, so that a huge one costs no memory. PostgreSQL's driver gives parts only
 * within a transaction, whose end is a round trip. So the first part is asked for without one, and nearly always that is
 * all; a statement that has once given more is asked in a transaction from then on.
 */
public final class Reader {

    /** Rows a chunk may give for each item before it is taken for one with a huge result. */
    private static final int ROWS_PER_ITEM = 8;

    /** Rows fetched at a time of a result that may be huge. */
    private static final int HUGE_FETCH = 100;

    private final Limits limits;
    private final Scatter scatter = new Scatter();

    Reader(Limits limits) {
        this.limits = limits;
    }

    /** More than is kept in memory for a chunk. */
    private static final String TOO_MANY_ROWS = "the chunk gives more than a result may have";

    /** The schema changed: the database has to be asked how the statement can be asked now. */
    private static final class ColumnsChangedException extends SQLException {

        private static final long serialVersionUID = 1L;

        ColumnsChangedException() {
            super("the statement's columns have changed", SqlStates.STALE);
        }
    }

    /** Asks all of these at once. */
    Outcome[] askTogether(Session session, ReadPlan plan, ChunkForm form, List<Question> questions)
            throws SQLException {
        final int items = questions.size();
        final int room = (int) Math.min(Integer.MAX_VALUE - 1L, Math.max(limits.rows(), (long) items * ROWS_PER_ITEM));
        final Parts parts = new Parts(room + 1, Math.max(HUGE_FETCH, items + 1)); // at one row each it is one part
        parts.begin(session, plan);
        final Optional<Outcome[]> outcomes = together(session, plan, form, questions, room, parts);
        if (outcomes.isPresent()) {
            return outcomes.get();
        }
        parts.goOn(session, plan);
        return together(session, plan, form, questions, room, parts).orElseThrow();
    }

    /** Answers them; empty if the first part of the result is not all of it. */
    private Optional<Outcome[]> together(
            Session session, ReadPlan plan, ChunkForm form, List<Question> questions, int room, Parts parts)
            throws SQLException {
        final int items = questions.size();
        final Prepared prepared = session.prepare(form.sql(form.room(items)));
        final PreparedStatement statement = prepared.statement();
        session.binder().bind(statement, form, questions, plan.signature());
        parts.apply(statement);
        final boolean[] tooLarge = new boolean[items];
        session.trip();
        try (ResultSet found = statement.executeQuery()) {
            prepared.columnsOf(found);
            if (!plan.fits(form, prepared)) {
                throw new ColumnsChangedException();
            }
            final byte[] columns = plan.columns();
            scatter.begin(items);
            for (int rows = 0; found.next(); rows++) {
                if (rows == room) {
                    throw new TooLargeException(TOO_MANY_ROWS);
                }
                if (parts.endsWith(rows + 1)) {
                    return Optional.empty();
                }
                final int item = found.getInt(1);
                if (item >= items) {
                    continue;
                }
                if (tooLarge[item]) {
                    throw new TooLargeException(TOO_MANY_ROWS); // it may go on for long
                }
                tooLarge[item] = scatter.take(item, found, prepared, 2) + columns.length > limits.bytes();
            }
            scatter.end();
            return Optional.of(outcomes(questions, tooLarge, columns));
        }
    }

    /** How much of a result comes at a time. */
    private static final class Parts {

        private final int most;
        private final int part;
        private boolean firstOnly;

        /** @param most rows that are looked at, 0 for any number */
        Parts(int most, int part) {
            this.most = most;
            this.part = most == 0 ? part : Math.min(most, part);
        }

        /** Asks for the first part of a result without a transaction where that may be asked again; nobody else sees it. */
        void begin(Session session, ReadPlan plan) throws SQLException {
            firstOnly = session.givesWholeResults() && plan.chunked().isPresent() && !plan.large();
            if (session.givesWholeResults() && !firstOnly) {
                session.begin();
            }
        }

        /** The first part was not all: the rest comes in a transaction. */
        void goOn(Session session, ReadPlan plan) throws SQLException {
            plan.foundLarge();
            firstOnly = false;
            session.begin();
        }

        void apply(PreparedStatement statement) throws SQLException {
            statement.setMaxRows(firstOnly ? part : most);
            statement.setFetchSize(firstOnly ? 0 : part); // H2 takes no more than the most rows
        }

        /** Whether there may be more behind that row, and it is not known here. */
        boolean endsWith(int row) {
            return firstOnly && row == part && part != most;
        }
    }

    private Outcome[] outcomes(List<Question> questions, boolean[] tooLarge, byte[] columns) {
        final Outcome[] outcomes = new Outcome[questions.size()];
        for (int i = 0; i < outcomes.length; i++) {
            final JdbcOperation operation = (JdbcOperation) questions.get(i).operation();
            final boolean tooManyRows = scatter.rows(i) > limits.rows();
            outcomes[i] = tooManyRows || tooLarge[i]
                    ? limits.tooLarge(operation, tooManyRows)
                    : outcome(operation, columns, scatter.rows(i), scatter.values(i));
        }
        return outcomes;
    }

    /** Asks one; the rows come a few at a time, so that a huge result costs no memory. */
    Outcome askAlone(Session session, ReadPlan plan, Question question) throws SQLException {
        final Parts parts = new Parts(limits.rows() == Integer.MAX_VALUE ? 0 : limits.rows() + 1, HUGE_FETCH);
        parts.begin(session, plan);
        final Optional<Outcome> outcome = one(session, plan, question, parts);
        if (outcome.isPresent()) {
            return outcome.get();
        }
        parts.goOn(session, plan);
        return one(session, plan, question, parts).orElseThrow();
    }

    /** Answers it; empty if the first part of the result is not all of it. */
    private Optional<Outcome> one(Session session, ReadPlan plan, Question question, Parts parts) throws SQLException {
        final JdbcOperation operation = (JdbcOperation) question.operation();
        final Prepared prepared = session.prepare(plan.single());
        final PreparedStatement statement = prepared.statement();
        session.binder().bind(statement, 1, question.arguments(), plan.signature());
        parts.apply(statement);
        session.trip();
        try (ResultSet found = statement.executeQuery()) {
            prepared.columnsOf(found);
            plan.compare(prepared);
            final byte[] columns = prepared.names();
            scatter.begin(1);
            int rows = 0;
            while (found.next()) {
                rows++;
                if (rows > limits.rows()) {
                    return Optional.of(limits.tooLarge(operation, true));
                }
                if (parts.endsWith(rows)) {
                    return Optional.empty();
                }
                if (scatter.take(0, found, prepared, 1) + columns.length > limits.bytes()) {
                    return Optional.of(limits.tooLarge(operation, false));
                }
            }
            scatter.end();
            return Optional.of(outcome(operation, columns, rows, scatter.values(0)));
        }
    }

    private static Outcome outcome(JdbcOperation operation, byte[] columns, int rows, byte[] values) {
        return rows == 0 && operation.role() == JdbcOperation.Role.LOOKUP
                ? Outcome.NOT_FOUND
                : new Outcome.Found(new EncodedRows(columns, rows, values));
    }
}
