package dev.sluice.service.update;

import dev.sluice.service.core.Outcome;
import dev.sluice.service.core.Question;
import dev.sluice.service.update.Checkpoint.Begun;
import dev.sluice.service.update.DatabaseException.Meaning;
import java.util.List;
import java.util.Optional;

/**
 * Runs the updates of one call, each in its own transaction. If the session can gather statements (send several in one round
 * trip), each update costs only one round trip: the commit of an update is sent together with the next update's transaction,
 * except the commit of that transaction. If such a round trip fails, the checkpoint shows whether the first of the two updates
 * was committed. If the first update was not committed, the error belongs to it, otherwise to the second one.
 *
 * <p>Belongs to one worker.
 */
final class OwnTransactions {

    private final Checkpoint checkpoint;
    private final UpdateSession session;
    private final int retries;
    /** Whether the call has used up its retries for conflicts, so that a further conflict fails the update. */
    private final boolean conflicted;
    /** The update that was executed but is not committed yet. */
    private Optional<Open> open = Optional.empty();
    /** The error of an attempt at the update that is now decided, until the next attempt at it. */
    private Optional<DatabaseException> met = Optional.empty();

    private record Open(Question question, Outcome outcome, Begun begun) {}

    OwnTransactions(Checkpoint checkpoint, UpdateSession session, int retries, boolean conflicted) {
        this.checkpoint = checkpoint;
        this.session = session;
        this.retries = retries;
        this.conflicted = conflicted;
    }

    /** Answers the questions one by one, in order. */
    void run(List<Question> questions) throws GivenBackException, DatabaseException {
        for (final Question question : questions) {
            if (!checkpoint.keepsOutcomes()) {
                question.answer(session.decide(question, false, () -> session.executeCommitted(question), () -> {}));
            } else if (open.isPresent() || session.gather()) {
                gathered(question);
            } else {
                decide(question, Optional.empty());
            }
        }
        if (open.isPresent()) {
            commitLast(open.get());
        }
    }

    private void gathered(Question question) throws GivenBackException, DatabaseException {
        final Optional<Open> before = open;
        final Begun begun;
        final Outcome outcome;
        try {
            if (before.isPresent()) {
                keep(before.get());
                session.commitWithNext();
            }
            begun = checkpoint.begin(session, question.index());
            outcome = session.execute(question);
        } catch (final DatabaseException e) {
            failed(before, question, e);
            return;
        }
        before.ifPresent(OwnTransactions::committed);
        open = Optional.of(new Open(question, outcome, begun));
    }

    /** @param before the update whose commit was sent in the same round trip */
    private void failed(Optional<Open> before, Question question, DatabaseException error)
            throws GivenBackException, DatabaseException {
        open = Optional.empty();
        if (error.meaning().losesConnection()) {
            decide(question, Optional.of(error)); // the claim of the next session shows which updates were committed
            return;
        }
        session.rollback();
        if (before.isPresent()
                && !checkpoint.reached(session, before.get().question().index())) {
            commitFailed(before.get().question(), error);
            run(List.of(question));
        } else {
            before.ifPresent(OwnTransactions::committed);
            decide(question, Optional.of(error));
        }
    }

    private void commitLast(Open last) throws GivenBackException, DatabaseException {
        open = Optional.empty();
        try {
            keep(last);
            session.commit();
        } catch (final DatabaseException e) {
            commitFailed(last.question(), e);
            return;
        }
        committed(last);
    }

    private static void keep(Open its) throws GivenBackException {
        its.begun().keep(List.of(its.question()), new Outcome[] {its.outcome()});
    }

    private static void committed(Open its) {
        its.begun().committed();
        its.question().answer(its.outcome());
    }

    private void commitFailed(Question question, DatabaseException error) throws GivenBackException, DatabaseException {
        passOnConflict(error);
        decide(question, Optional.of(error));
    }

    /** Gives the call back after a conflict at commit. Such a conflict may concern the checkpoint's rows, so no update fails. */
    private void passOnConflict(DatabaseException atCommit) throws GivenBackException {
        if (atCommit.meaning() == Meaning.CONFLICT && !conflicted) {
            atCommit.passOn(true);
        }
    }

    /** @param first the error of the first attempt, if an attempt was made already */
    private void decide(Question question, Optional<DatabaseException> first)
            throws GivenBackException, DatabaseException {
        met = first;
        final Outcome outcome = session.decide(question, false, () -> attempt(question), session::rollback);
        if (outcome instanceof Outcome.Failed) {
            keepOnly(
                    List.of(question),
                    new Outcome[] {outcome}); // the update was rolled back, so its failure needs a commit of its own
        }
        question.answer(outcome);
    }

    /** Commits a transaction that contains only outcomes. */
    void keepOnly(List<Question> over, Outcome[] theirs) throws GivenBackException, DatabaseException {
        final Begun begun = checkpoint.begin(session, over.get(over.size() - 1).index());
        begun.keep(over, theirs);
        try {
            session.commit();
        } catch (final DatabaseException e) {
            e.passOn(true);
            throw GivenBackException.misfit(e.getMessage(), e);
        }
        begun.committed();
    }

    /** Makes an attempt at one update without gathering, so that it is clear which statement causes an error. */
    private Outcome attempt(Question question) throws GivenBackException, DatabaseException {
        if (met.isPresent()) {
            final DatabaseException first = met.get();
            met = Optional.empty();
            if (comesAgain(first) || !session.mayBeTheCheckpoints(first)) {
                throw first;
            }
            session.rollback();
            if (first.meaning() == Meaning.STALE) {
                session.prepareAgain();
            }
        }
        final Begun begun = checkpoint.begin(session, question.index());
        final Outcome outcome = session.execute(question);
        begun.keep(List.of(question), new Outcome[] {outcome});
        try {
            session.commit();
        } catch (final DatabaseException e) {
            passOnConflict(e);
            throw e;
        }
        begun.committed();
        return outcome;
    }

    /** Whether the update is retried anyway: on another session, or because the error may be temporary. */
    private boolean comesAgain(DatabaseException error) {
        return error.meaning().losesConnection()
                || retries > 1 && (error.meaning() == Meaning.CONFLICT || error.meaning() == Meaning.TIMEOUT);
    }
}
