package dev.sluice.service.jdbc.read;

import dev.sluice.api.FailureKind;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.core.Question;
import dev.sluice.service.jdbc.connect.Binder.TooLargeException;
import dev.sluice.service.jdbc.connect.Prepared;
import dev.sluice.service.jdbc.connect.Session;
import dev.sluice.service.jdbc.dialect.ChunkForm;
import dev.sluice.service.jdbc.dialect.SqlStates;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * Executes reads on one connection and encodes their results. Belongs to one worker.
 *
 * <p>Fetches a result in parts of some hundred rows, so that a huge result needs little memory. PostgreSQL's driver delivers
 * parts only within a transaction, and ending a transaction costs a round trip. Therefore the first part is fetched without a
 * transaction, and is nearly always the whole result. A statement that once gave more rows runs in a transaction from then on.
 */
public final class Reader {

    /** A chunk with more than this many rows for each item counts as a chunk with a huge result. */
    private static final int ROWS_PER_ITEM = 8;

    /** The number of rows fetched at a time if a result may be huge. */
    private static final int HUGE_FETCH = 100;

    private final Limits limits;
    private final Scatter scatter = new Scatter();

    Reader(Limits limits) {
        this.limits = limits;
    }

    /** The message for a chunk whose result is larger than may be kept in memory. */
    private static final String TOO_MANY_ROWS = "the chunk has more rows or bytes than a result may have";

    /**
     * Executes the questions in one chunked statement, or a single question by its own statement.
     *
     * @param form empty for the single form, which takes exactly one question
     */
    Outcome[] ask(Session session, ReadPlan plan, Optional<ChunkForm> form, List<Question> questions)
            throws SQLException {
        final int items = questions.size();
        final long room = form.isPresent() ? Math.max(limits.rows(), (long) items * ROWS_PER_ITEM) : limits.rows();
        final Parts parts = new Parts((int) Math.min(Integer.MAX_VALUE - 1L, room), items);
        parts.begin(session, plan);
        while (!scattered(session, plan, form, questions, parts)) {
            parts.goOn(session, plan);
        }
        final Outcome[] outcomes = new Outcome[items];
        for (int i = 0; i < items; i++) {
            final JdbcOperation operation = (JdbcOperation) questions.get(i).operation();
            final boolean tooManyRows = scatter.rows(i) > limits.rows();
            if (tooManyRows || scatter.tooLarge(i)) {
                outcomes[i] = limits.tooLarge(operation, tooManyRows);
            } else {
                outcomes[i] = scatter.rows(i) == 0 && operation.role() == JdbcOperation.Role.LOOKUP
                        ? Outcome.NOT_FOUND
                        : new Outcome.Found(scatter.encoded(i));
            }
        }
        return outcomes;
    }

    /** Executes the statement and gives each row to its item. Returns false if only the first part of the result was fetched. */
    private boolean scattered(
            Session session, ReadPlan plan, Optional<ChunkForm> form, List<Question> questions, Parts parts)
            throws SQLException {
        final int items = questions.size();
        final boolean chunk = form.isPresent();
        if (!chunk) {
            session.renew(((JdbcOperation) questions.get(0).operation()).text());
        }
        final Prepared prepared =
                session.prepare(chunk ? form.get().sql(form.get().room(items)) : plan.single());
        final PreparedStatement statement = prepared.statement();
        if (chunk) {
            session.binder().bind(statement, form.get(), questions, plan.signature());
        } else {
            session.binder().bind(statement, 1, questions.get(0).arguments(), plan.signature());
        }
        parts.apply(statement);
        session.trip();
        try (ResultSet found = statement.executeQuery()) {
            prepared.columnsOf(found);
            if (!plan.fits(form, prepared)) {
                throw new SQLException("the statement's columns have changed", SqlStates.STALE); // a new plan is made
            }
            scatter.begin(items, chunk ? plan.columns() : prepared.names(), limits.bytes());
            for (int rows = 1; found.next(); rows++) {
                if (parts.endsWith(rows)) {
                    return false;
                }
                final int item = chunk ? found.getInt(1) : 0;
                if (chunk && (rows > parts.room || item < items && scatter.tooLarge(item))) {
                    throw new TooLargeException(TOO_MANY_ROWS); // many more rows may follow
                }
                if (item < items) {
                    scatter.take(item, found, prepared, chunk ? 2 : 1);
                }
                if (!chunk && (rows > parts.room || scatter.tooLarge(item))) {
                    break;
                }
            }
            scatter.end();
            if (!chunk) {
                session.checkKept(((JdbcOperation) questions.get(0).operation()).text());
            }
            return true;
        }
    }

    /** The sizes of the parts in which a result is fetched. */
    private static final class Parts {

        private final int room;
        private final int part;
        private boolean firstOnly;

        /** @param room the maximum number of rows of the result; one more row is fetched in order to notice an excess */
        Parts(int room, int items) {
            this.room = room;
            this.part = Math.min(room + 1, Math.max(HUGE_FETCH, items + 1)); // one part if each item has one row
        }

        /**
         * Begins a transaction if the driver needs one to deliver parts. For a read that may safely run twice, no transaction is
         * begun yet, and only the first part is fetched.
         */
        void begin(Session session, ReadPlan plan) throws SQLException {
            firstOnly = session.givesWholeResults() && plan.chunked().isPresent() && !plan.large();
            if (session.givesWholeResults() && !firstOnly) {
                session.begin();
            }
        }

        /** Prepares a second execution, in a transaction, because the first part was not the whole result. */
        void goOn(Session session, ReadPlan plan) throws SQLException {
            plan.foundLarge();
            firstOnly = false;
            session.begin();
        }

        void apply(PreparedStatement statement) throws SQLException {
            statement.setMaxRows(firstOnly ? part : room + 1);
            statement.setFetchSize(firstOnly ? 0 : part); // H2 refuses a fetch size above the limit of rows
        }

        /** Whether this row is the last one of the first part, so that more rows may exist. */
        boolean endsWith(int row) {
            return firstOnly && row == part && part <= room;
        }
    }

    /**
     * The limits of one result.
     *
     * @param rows the maximum number of rows
     * @param bytes the maximum size in bytes, encoded
     */
    public record Limits(int rows, long bytes) {

        /** Returns the failure for a result beyond these limits. */
        Outcome tooLarge(JdbcOperation operation, boolean tooManyRows) {
            return Outcome.failed(
                    FailureKind.TOO_LARGE,
                    tooManyRows
                            ? operation + " finds more than " + rows
                                    + " rows, the most that limits.resultRows allows: ask for fewer, or raise it"
                            : operation + " finds more than " + bytes
                                    + " bytes, the most that limits.resultBytes allows: ask for less, or raise it");
        }
    }
}
