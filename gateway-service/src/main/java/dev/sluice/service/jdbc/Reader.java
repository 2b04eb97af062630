package dev.sluice.service.jdbc;

import dev.sluice.service.chunk.Outcome;
import dev.sluice.service.chunk.Question;
import dev.sluice.wire.EncodedRows;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** Asks reads on one connection and encodes what comes back. Belongs to one worker. */
final class Reader {

    /** Rows a chunk may give for each item before it is taken for one with a huge result. */
    private static final int ROWS_PER_ITEM = 8;

    /** Rows fetched at a time of a result that may be huge. */
    private static final int HUGE_FETCH = 100;

    private final Limits limits;
    private final Scatter scatter = new Scatter();

    Reader(Limits limits) {
        this.limits = limits;
    }

    /** A chunk gave more than is kept in memory for it: its items are asked in smaller ones. */
    static final class TooManyRowsException extends SQLException {

        private static final long serialVersionUID = 1L;

        TooManyRowsException() {
            super("the chunk gives more than a result may have");
        }
    }

    /** The schema changed: the single form says what the columns are now. */
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
        final Prepared prepared = session.prepare(form.sql(form.room(items)));
        final PreparedStatement statement = prepared.statement();
        session.binder().bind(statement, form, questions, plan.signature());
        final int room = (int) Math.min(Integer.MAX_VALUE - 1L, Math.max(limits.rows(), (long) items * ROWS_PER_ITEM));
        statement.setMaxRows(room + 1);
        // at one row each it is a single round trip; H2 takes no more than the most rows
        statement.setFetchSize(Math.min(room + 1, Math.max(HUGE_FETCH, items + 1)));
        final boolean[] tooLarge = new boolean[items];
        session.trip();
        try (ResultSet found = statement.executeQuery()) {
            prepared.columnsOf(found);
            if (prepared.width() != 1 + plan.width()) {
                throw new ColumnsChangedException();
            }
            final byte[] columns = plan.columns();
            scatter.begin(items);
            for (int rows = 0; found.next(); rows++) {
                if (rows == room) {
                    throw new TooManyRowsException();
                }
                final int item = found.getInt(1);
                if (item >= items) {
                    continue;
                }
                if (tooLarge[item]) {
                    throw new TooManyRowsException(); // it may go on for long
                }
                tooLarge[item] = scatter.take(item, found, prepared, 2) + columns.length > limits.bytes();
            }
            scatter.end();
            return outcomes(questions, tooLarge, columns);
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
        final JdbcOperation operation = (JdbcOperation) question.operation();
        final Prepared prepared = session.prepare(plan.single());
        final PreparedStatement statement = prepared.statement();
        session.binder().bind(statement, 1, question.arguments(), plan.signature());
        statement.setMaxRows(limits.rows() == Integer.MAX_VALUE ? 0 : limits.rows() + 1);
        statement.setFetchSize(limits.rows() < HUGE_FETCH ? limits.rows() + 1 : HUGE_FETCH);
        session.trip();
        try (ResultSet found = statement.executeQuery()) {
            prepared.columnsOf(found);
            final byte[] columns = plan.columns(prepared);
            scatter.begin(1);
            int rows = 0;
            while (found.next()) {
                rows++;
                if (rows > limits.rows()) {
                    return limits.tooLarge(operation, true);
                }
                if (scatter.take(0, found, prepared, 1) + columns.length > limits.bytes()) {
                    return limits.tooLarge(operation, false);
                }
            }
            scatter.end();
            return outcome(operation, columns, rows, scatter.values(0));
        }
    }

    private static Outcome outcome(JdbcOperation operation, byte[] columns, int rows, byte[] values) {
        return rows == 0 && operation.role() == JdbcOperation.Role.LOOKUP
                ? Outcome.NOT_FOUND
                : new Outcome.Found(new EncodedRows(columns, rows, values));
    }
}
