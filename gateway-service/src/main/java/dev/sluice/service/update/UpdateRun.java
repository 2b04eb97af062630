package dev.sluice.service.update;

import dev.sluice.service.core.Call;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.core.Question;
import dev.sluice.service.update.Checkpoint.Begun;
import dev.sluice.service.update.DatabaseException.Meaning;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Answers calls of updates, in order; each question of a call is one update. Updates that may share a transaction run in one
 * transaction, with adjacent equal statements in one batch; each other update runs in its own transaction. If a shared
 * transaction fails, it is rolled back and run again in halves, each under a savepoint. A half that fails is halved again, and
 * its last updates run one by one, so that only the faulty updates fail. An update is answered only after its commit returned. An
 * update that the checkpoint shows as committed is not run again.
 *
 * <p>Belongs to one worker.
 */
public final class UpdateRun {

    /** A failed part with at most this many updates is not split any further. */
    public static final int SMALL = 8;

    private final Checkpoint checkpoint;
    private final int retries;
    private final boolean each;

    /**
     * The update that ran outside of a transaction and whose outcome is not stored yet. If storing the outcome fails, only the
     * storing is retried, and not the update.
     */
    private Outside outside;

    /**
     * The call whose connection was lost, perhaps because a batch took longer than the driver's timeout. When the call is
     * retried, its updates run one by one, each in its own transaction.
     */
    private Call lost;

    /** Whether the call has used up its retries for conflicts, so that a further conflict fails the update. */
    private boolean conflicted;

    private record Outside(Question question, Outcome outcome) {}

    /** The mode in which an update is run, if it is run. */
    private enum Mode {
        PASSED_OVER,
        /** Outside the gateway's transactions. */
        OUTSIDE,
        /** In its own transaction. */
        APART,
        /** In a transaction shared with other updates. */
        TOGETHER
    }

    /**
     * @param retries the total number of attempts at an update that conflicts or times out
     * @param each whether every update has a transaction of its own
     */
    public UpdateRun(Checkpoint checkpoint, int retries, boolean each) {
        this.checkpoint = checkpoint;
        this.retries = retries;
        this.each = each;
    }

    /** Must be called for every session before the session gets its first call. */
    public void opened(UpdateSession session) throws GivenBackException {
        checkpoint.claim(session);
    }

    /** Answers the questions of a call; if an exception is thrown, the remaining questions are unanswered. */
    public void answer(UpdateSession session, Call call) throws GivenBackException, DatabaseException {
        final List<Question> open = open(call);
        checkpoint.keepAlong(call.keeps());
        conflicted = call.conflicts() >= retries;
        final boolean apart = each || conflicted || call == lost;
        try {
            run(session, open, apart);
            lost = null;
        } catch (final GivenBackException e) {
            lost = e.connectionLost() ? call : lost;
            throw e;
        } catch (final DatabaseException e) {
            lost = call;
            throw e;
        }
    }

    private List<Question> open(Call call) throws CheckpointException {
        final List<Question> open = new ArrayList<>(call.questions().size());
        for (final Question question : call.questions()) {
            if (!question.answered()) {
                final Optional<Outcome> recorded = checkpoint.recorded(question);
                if (recorded.isPresent()) {
                    question.answer(recorded.get());
                } else {
                    open.add(question);
                }
            }
        }
        return open;
    }

    private void run(UpdateSession session, List<Question> open, boolean apart)
            throws GivenBackException, DatabaseException {
        int from = 0;
        while (from < open.size()) {
            final Mode way = way(session, open.get(from), apart);
            int to = from + 1;
            while (to < open.size() && way != Mode.OUTSIDE && way(session, open.get(to), apart) == way) {
                to++;
            }
            final List<Question> part = open.subList(from, to);
            switch (way) {
                case PASSED_OVER -> passOver(session, part);
                case OUTSIDE -> runOutside(session, part.get(0));
                case APART -> own(session).run(part);
                case TOGETHER -> new Transaction(session, part).answer();
            }
            from = to;
        }
    }

    /**
     * Returns the mode of an update without a stored outcome. If such an update runs in the gateway's transactions, it was
     * not committed before, so it may be passed over: answered as failed without being run.
     */
    private Mode way(UpdateSession session, Question question, boolean apart) throws DatabaseException {
        final boolean transactional = session.transactional(question);
        if (question.condemned() || question.late(checkpoint.keepsOutcomes() && transactional)) {
            return Mode.PASSED_OVER;
        }
        if (!transactional) {
            return Mode.OUTSIDE;
        }
        return apart || !session.shares(question) ? Mode.APART : Mode.TOGETHER;
    }

    private OwnTransactions own(UpdateSession session) {
        return new OwnTransactions(checkpoint, session, retries, conflicted);
    }

    /**
     * Answers updates as failed without running them, because their deadline has passed, or because they must not be run (again).
     */
    private void passOver(UpdateSession session, List<Question> passed) throws GivenBackException, DatabaseException {
        final Outcome[] failures = passed.stream().map(Question::passedOver).toArray(Outcome[]::new);
        if (checkpoint.keepsOutcomes()) {
            own(session).keepOnly(passed, failures);
        }
        for (int i = 0; i < failures.length; i++) {
            passed.get(i).answer(failures[i]);
        }
    }

    /**
     * Runs an update outside the gateway's transactions, then stores its outcome. After a crash in between, the update runs
     * again.
     */
    private void runOutside(UpdateSession session, Question question) throws GivenBackException, DatabaseException {
        if (!checkpoint.keepsOutcomes()) {
            question.answer(session.decide(question, false, () -> session.executeCommitted(question), () -> {}));
            return;
        }
        if (outside == null || outside.question != question) {
            checkpoint.check(session, question);
            outside = new Outside(
                    question, session.decide(question, false, () -> session.executeCommitted(question), () -> {}));
        }
        own(session).keepOnly(List.of(question), new Outcome[] {outside.outcome});
        question.answer(outside.outcome);
        outside = null;
    }

    private static void prepareAgain(UpdateSession session, DatabaseException error) {
        if (error.meaning() == Meaning.STALE) {
            session.prepareAgain();
        }
    }

    /** Updates that share a transaction. */
    private final class Transaction {

        private final UpdateSession session;
        private final List<Question> questions;
        private final Outcome[] outcomes;
        /** The number of updates before the first one that does not fit the database. */
        private int beforeMisfit;

        Transaction(UpdateSession session, List<Question> questions) {
            this.session = session;
            this.questions = questions;
            this.outcomes = new Outcome[questions.size()];
        }

        /** Answers the updates. If an update does not fit the database, the updates before it are committed without it. */
        void answer() throws GivenBackException, DatabaseException {
            try {
                answerAll();
            } catch (final GivenBackException e) {
                if (beforeMisfit > 0) {
                    session.rollback();
                    new Transaction(session, questions.subList(0, beforeMisfit)).answer();
                }
                throw e;
            }
        }

        private void answerAll() throws GivenBackException, DatabaseException {
            if (!committed(true) && !(session.marks() && committed(false))) {
                // The commit failed, or the database has no savepoints: each update has to run alone to show which of
                // them is faulty.
                own(session).run(questions);
                return;
            }
            for (int i = 0; i < outcomes.length; i++) {
                questions.get(i).answer(outcomes[i]);
            }
        }

        /**
         * Runs the updates in one transaction, and returns whether it was committed. On PostgreSQL a transaction takes two round
         * trips if one statement runs all updates: the checkpoint is sent with that statement, and the outcomes with the commit.
         *
         * @param together whether adjacent equal statements run as one batch; otherwise the updates run in halves
         */
        private boolean committed(boolean together) throws GivenBackException, DatabaseException {
            if (together) {
                session.gather();
            }
            final Begun begun = checkpoint.begin(
                    session, questions.get(questions.size() - 1).index());
            try {
                if (together) {
                    runTogether(0, outcomes.length);
                } else {
                    runInParts();
                }
                session.gather();
                begun.keep(questions, outcomes);
                session.commit();
            } catch (final DatabaseException e) {
                if (!e.meaning().losesConnection()) {
                    session.rollback();
                }
                e.passOn(true);
                prepareAgain(session, e);
                return false;
            }
            begun.committed();
            return true;
        }

        private void runTogether(int from, int to) throws DatabaseException {
            int next = from;
            while (next < to) {
                int end = next + 1;
                while (end < to && session.batches(questions.get(next), questions.get(end))) {
                    end++;
                }
                if (end == next + 1) {
                    outcomes[next] = session.execute(questions.get(next));
                } else {
                    session.executeBatch(questions.subList(next, end), outcomes, next);
                }
                next = end;
            }
        }

        private void runInParts() throws GivenBackException, DatabaseException {
            final int size = questions.size();
            if (size <= SMALL) {
                runOneByOne(0, size);
            } else {
                runPart(0, size / 2);
                runPart(size / 2, size);
            }
        }

        private void runPart(int from, int to) throws GivenBackException, DatabaseException {
            if (to - from <= SMALL) {
                runOneByOne(from, to);
                return;
            }
            final UpdateSession.Mark before = session.mark();
            try {
                runTogether(from, to);
            } catch (final DatabaseException e) {
                e.passOn(true);
                before.rollback();
                prepareAgain(session, e);
                final int middle = (from + to) / 2;
                runPart(from, middle);
                runPart(middle, to);
            }
        }

        private void runOneByOne(int from, int to) throws GivenBackException, DatabaseException {
            for (int i = from; i < to; i++) {
                final Question question = questions.get(i);
                final UpdateSession.Mark before = session.mark();
                try {
                    outcomes[i] = session.decide(question, true, () -> session.execute(question), before);
                } catch (final GivenBackException e) {
                    beforeMisfit = e.misfit() ? i : 0;
                    throw e;
                }
            }
        }
    }
}
