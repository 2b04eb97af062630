package dev.sluice.service.jdbc;

import dev.sluice.service.chunk.Call;
import dev.sluice.service.chunk.Outcome;
import dev.sluice.service.chunk.Question;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Answers runs of updates, in their order: in one transaction, adjacent equal statements in one batch. If that fails
 * everything is rolled back and run again, by halves under savepoints and then one by one, so that only what is wrong
 * fails. Nothing is answered before the commit returned.
 *
 * <p>Belongs to one worker; its connection's auto-commit is off.
 */
final class UpdateRun implements Worker.Task {

    private final Alone alone;
    private final int retries;
    private final boolean each;

    /** The call that lost its connection: perhaps a whole batch is silent for longer than the driver waits. */
    private Call lost;

    /**
     * @param retries attempts in all at what conflicts or times out
     * @param each whether every update has a transaction of its own
     */
    UpdateRun(int retries, boolean each) {
        this.alone = new Alone(retries);
        this.retries = retries;
        this.each = each;
    }

    @Override
    public void answer(Session session, Call call) throws GivenBackException, SQLException {
        final List<Question> open = new ArrayList<>(call.questions().size());
        for (final Question question : call.questions()) {
            if (!question.answered()) {
                open.add(question);
            }
        }
        final boolean apart = each || call.conflicts() >= retries || call == lost;
        try {
            run(session, open, apart);
            lost = null;
        } catch (final GivenBackException e) {
            lost = e.connectionLost() ? call : lost;
            throw e;
        } catch (final SQLException e) {
            lost = call;
            throw e;
        }
    }

    private void run(Session session, List<Question> open, boolean apart) throws GivenBackException, SQLException {
        int from = 0;
        while (from < open.size()) {
            int to = from + 1;
            if (!operation(open.get(from)).alone()) {
                while (to < open.size() && !operation(open.get(to)).alone()) {
                    to++;
                }
            }
            final List<Question> part = open.subList(from, to);
            if (apart || operation(part.get(0)).alone()) {
                runApart(session, part);
            } else {
                new Transaction(session, part).answer();
            }
            from = to;
        }
    }

    /** Each in a transaction of its own, answered one by one. */
    private void runApart(Session session, List<Question> questions) throws GivenBackException, SQLException {
        session.connection().setAutoCommit(true);
        for (final Question question : questions) {
            final JdbcOperation operation = operation(question);
            question.answer(alone.run(
                    session,
                    question,
                    operation.text().sql(),
                    signature(session, question),
                    false,
                    () -> execute(session, question),
                    () -> {}));
        }
        session.connection().setAutoCommit(false);
    }

    private static Outcome execute(Session session, Question question) throws SQLException {
        final PreparedStatement statement =
                session.prepare(operation(question).text().sql()).statement();
        session.binder().bind(statement, 1, question.arguments(), signature(session, question));
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

    private static JdbcOperation operation(Question question) {
        return (JdbcOperation) question.operation();
    }

    private static Signature signature(Session session, Question question) {
        return Signature.of(question.arguments(), operation(question).types().orElse(List.of()), session.dialect());
    }

    /** Updates that share a transaction. */
    private final class Transaction {

        private final Session session;
        private final List<Question> questions;
        private final Outcome[] outcomes;

        Transaction(Session session, List<Question> questions) {
            this.session = session;
            this.questions = questions;
            this.outcomes = new Outcome[questions.size()];
        }

        void answer() throws GivenBackException, SQLException {
            if (!committed(() -> runTogether(0, outcomes.length)) && !committed(this::runInParts)) {
                // it is the commit that fails: only alone does each show whether it is the one
                runApart(session, questions);
                return;
            }
            for (int i = 0; i < outcomes.length; i++) {
                questions.get(i).answer(outcomes[i]);
            }
        }

        private boolean committed(Work work) throws GivenBackException, SQLException {
            try {
                if (session.postgres()) {
                    session.execute("SET CONSTRAINTS ALL IMMEDIATE");
                }
                work.run();
                session.commit();
                return true;
            } catch (final SQLException | RuntimeException e) {
                final Meaning meaning = session.meaning(e);
                if (meaning != Meaning.OUTAGE) {
                    session.rollback();
                }
                Alone.passOn(meaning, e, true);
                Alone.prepareAgain(session, meaning);
                return false;
            }
        }

        private void runTogether(int from, int to) throws SQLException {
            int next = from;
            while (next < to) {
                int end = next + 1;
                while (end < to && batches(questions.get(next), questions.get(end))) {
                    end++;
                }
                if (end == next + 1) {
                    outcomes[next] = execute(session, questions.get(next));
                } else {
                    runBatch(next, end);
                }
                next = end;
            }
        }

        private boolean batches(Question one, Question other) {
            return one.operation() == other.operation()
                    && !operation(one).givesRows()
                    && one.arguments().sameTypes(other.arguments());
        }

        private void runBatch(int from, int to) throws SQLException {
            final Question first = questions.get(from);
            final PreparedStatement statement =
                    session.prepare(operation(first).text().sql()).statement();
            final Signature signature = signature(session, first);
            final int[] counts;
            try {
                for (int i = from; i < to; i++) {
                    session.binder().bind(statement, 1, questions.get(i).arguments(), signature);
                    statement.addBatch();
                }
                session.trip();
                counts = statement.executeBatch();
            } finally {
                statement.clearBatch();
            }
            for (int i = from; i < to; i++) {
                final int count = counts[i - from];
                if (count < 0) {
                    throw new IllegalStateException(
                            operation(first) + " has no update count in a batch; is reWriteBatchedInserts on?");
                }
                outcomes[i] = new Outcome.Updated(count);
            }
        }

        private void runInParts() throws GivenBackException, SQLException {
            final int size = questions.size();
            if (size <= ReadCall.SMALL) {
                runOneByOne(0, size);
            } else {
                runPart(0, size / 2);
                runPart(size / 2, size);
            }
        }

        private void runPart(int from, int to) throws GivenBackException, SQLException {
            if (to - from <= ReadCall.SMALL) {
                runOneByOne(from, to);
                return;
            }
            final Session.Mark before = session.mark();
            try {
                runTogether(from, to);
            } catch (final SQLException | RuntimeException e) {
                final Meaning meaning = session.meaning(e);
                Alone.passOn(meaning, e, true);
                before.rollback();
                Alone.prepareAgain(session, meaning);
                final int middle = (from + to) / 2;
                runPart(from, middle);
                runPart(middle, to);
            }
        }

        private void runOneByOne(int from, int to) throws GivenBackException, SQLException {
            for (int i = from; i < to; i++) {
                final Question question = questions.get(i);
                final Session.Mark before = session.mark();
                outcomes[i] = alone.run(
                        session,
                        question,
                        operation(question).text().sql(),
                        signature(session, question),
                        true,
                        () -> execute(session, question),
                        before::rollback);
            }
        }
    }

    private interface Work {
        void run() throws GivenBackException, SQLException;
    }
}
