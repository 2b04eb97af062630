package dev.sluice.service.jdbc.read;

import dev.sluice.service.core.Call;
import dev.sluice.service.core.FailedKeys;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.core.Question;
import dev.sluice.service.jdbc.connect.Session;
import dev.sluice.service.jdbc.connect.TooLargeException;
import dev.sluice.service.jdbc.connect.Worker;
import dev.sluice.service.jdbc.dialect.ChunkForm;
import dev.sluice.service.jdbc.dialect.FormCheck;
import dev.sluice.service.jdbc.dialect.ReadForms;
import dev.sluice.service.jdbc.dialect.Signature;
import dev.sluice.service.update.CheckpointException;
import dev.sluice.service.update.GivenBackException;
import dev.sluice.service.update.Meaning;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Answers calls that read: as one statement for all if that works, else by halves, and by single items in the end. An
 * item's failure is only ever taken from its single form: in a chunk the database may evaluate what nobody asked for.
 *
 * <p>Belongs to one worker.
 */
public final class ReadCall implements Worker.Task {

    /** A failed chunk of this size is not split any further. */
    static final int SMALL = 8;

    /** Without them a statement that fails would end the snapshot for those after it. */
    public static final String NO_SNAPSHOT =
            "snapshot: true needs savepoints, which this database does not have; set it to false";

    private final Limits limits;
    private final Reader reader;
    private final Alone alone;
    private final int retries;
    private final boolean snapshot;

    /**
     * @param limits of each result
     * @param retries attempts in all at what conflicts or times out
     * @param snapshot whether a call is one transaction with one snapshot
     */
    public ReadCall(Limits limits, int retries, boolean snapshot) {
        this.limits = limits;
        this.reader = new Reader(limits);
        this.alone = new Alone(retries);
        this.retries = retries;
        this.snapshot = snapshot;
    }

    @Override
    public void opened(Session session) throws CheckpointException {
        if (snapshot && !session.dialect().savepoints()) {
            throw new CheckpointException(NO_SNAPSHOT);
        }
    }

    @Override
    public void answer(Session session, Call call) throws GivenBackException, SQLException {
        final Session.Mark start = snapshot ? session.mark() : null;
        final Attempt attempt = new Attempt(session, call.conflicts() < retries, start);
        attempt.answer(call);
        session.end();
        attempt.giveHeld();
    }

    /** One attempt at one call. */
    private final class Attempt {

        private final Session session;
        private final boolean conflictsGoBack;
        private final Session.Mark start;
        private final Map<Question, Outcome> held = new LinkedHashMap<>();
        private boolean askedAnew;
        private Optional<SQLException> tooLarge = Optional.empty();

        Attempt(Session session, boolean conflictsGoBack, Session.Mark start) {
            this.session = session;
            this.conflictsGoBack = conflictsGoBack;
            this.start = start;
        }

        /** The questions are of one operation and one row of wire types; a dialect may tell still more types apart. */
        void answer(Call call) throws GivenBackException, SQLException {
            final List<Question> alike = new ArrayList<>(call.questions().size());
            Signature signature = null;
            for (final Question question : call.questions()) {
                if (!question.answered()) {
                    final Signature next =
                            signature != null && !session.dialect().bindsDecimalsByScale()
                                    ? signature
                                    : signature(question);
                    if (signature != null && !signature.equals(next)) {
                        ask(alike, signature);
                        alike.clear();
                    }
                    signature = next;
                    alike.add(question);
                }
            }
            if (!alike.isEmpty()) {
                ask(alike, signature);
            }
        }

        /** What shares a snapshot is answered all together: what is left would be asked under another one. */
        private void give(Question question, Outcome outcome) {
            if (snapshot) {
                held.put(question, outcome);
            } else {
                question.answer(outcome);
            }
        }

        void giveHeld() {
            held.forEach(Question::answer);
        }

        private Signature signature(Question question) {
            final JdbcOperation operation = (JdbcOperation) question.operation();
            return Signature.of(question.arguments(), operation.types().orElse(List.of()), session.dialect());
        }

        private void ask(List<Question> questions, Signature signature) throws GivenBackException, SQLException {
            final Question first = questions.get(0);
            final JdbcOperation operation = (JdbcOperation) first.operation();
            final Optional<ReadPlan> known = operation.plan(signature);
            if (known.isPresent()) {
                askAll(known.get(), questions);
                return;
            }
            try {
                final ReadPlan made = new ReadPlan(operation, signature, forms(operation, signature));
                askAll(operation.keep(signature, made), questions);
            } catch (final RefusedTextException e) {
                refused(operation, questions, e.refusal());
            }
        }

        /** The ways to ask a read that this database takes and that change no result. */
        private ReadForms forms(JdbcOperation operation, Signature signature) throws RefusedTextException {
            try {
                session.trip();
                final ReadForms accepted =
                        new FormCheck(session.dialect(), session.connection(), signature).accepted(operation.text());
                final boolean together = operation.sharesStatements()
                        && (operation.role() == JdbcOperation.Role.LOOKUP
                                || session.dialect().volatility().stable(session.connection(), operation.text()));
                return together ? accepted : accepted.oneAtATime();
            } catch (final SQLException e) {
                throw new RefusedTextException(e);
            }
        }

        /** The database does not take the text with these types at all. */
        private void refused(JdbcOperation operation, List<Question> questions, SQLException error)
                throws GivenBackException, SQLException {
            final Meaning meaning = session.meaning(error);
            Alone.passOn(meaning, error, conflictsGoBack);
            restart();
            if (meaning == Meaning.TIMEOUT && conflictsGoBack) {
                throw GivenBackException.conflict(
                        String.valueOf(error.getMessage()), error); // a locked table, say: tried again, and counted
            }
            if (Alone.fault(operation, meaning)) {
                throw Alone.misfit(operation, error);
            }
            final Outcome failure = Failures.of(session.secrets(), operation, error, meaning, 1);
            for (final Question question : questions) {
                give(question, failure);
            }
        }

        private void askAll(ReadPlan plan, List<Question> questions) throws GivenBackException, SQLException {
            final Optional<ChunkForm> form = plan.chunked();
            if (form.isEmpty() || questions.size() == 1) {
                askAlone(plan, questions);
                return;
            }
            final List<Question> shared = new ArrayList<>(questions.size());
            final List<Question> failedLately = new ArrayList<>();
            for (final Question question : questions) {
                (plan.failedKeys().contains(question.arguments()) ? failedLately : shared).add(question);
            }
            askAlone(plan, failedLately);
            final int most = form.get().maxItems();
            for (int from = 0; from < shared.size(); from += most) {
                askTogether(plan, form.get(), shared.subList(from, Math.min(from + most, shared.size())));
            }
        }

        private void askTogether(ReadPlan plan, ChunkForm form, List<Question> questions)
                throws GivenBackException, SQLException {
            if (questions.size() == 1
                    || plan.chunked().filter(now -> now == form).isEmpty()) {
                askAll(plan, questions);
                return;
            }
            final Outcome[] outcomes;
            try {
                outcomes = reader.askTogether(session, plan, form, questions);
            } catch (final SQLException | RuntimeException e) {
                final Meaning meaning = session.meaning(e);
                if (meaning == Meaning.TOO_LARGE) {
                    if (questions.size() > FailedKeys.MOST) {
                        plan.dismiss(form, false, e); // it could not be remembered which ones to ask alone
                    } else {
                        questions.forEach(question -> plan.failedKeys().add(question.arguments()));
                    }
                    throw GivenBackException.connectionSpent(String.valueOf(e.getMessage()), e);
                }
                Alone.passOn(meaning, e, conflictsGoBack);
                restart();
                Alone.prepareAgain(session, meaning);
                if (plan.outdated() && !askedAnew) {
                    askedAnew = true; // once: a schema that never rests is asked one item after another
                    ask(questions, plan.signature());
                } else {
                    askInParts(plan, form, questions, meaning, e);
                }
                return;
            }
            for (int i = 0; i < outcomes.length; i++) {
                give(questions.get(i), outcomes[i]);
            }
        }

        private void askInParts(
                ReadPlan plan, ChunkForm form, List<Question> questions, Meaning meaning, Exception error)
                throws GivenBackException, SQLException {
            final int size = questions.size();
            if (size > SMALL) {
                askTogether(plan, form, questions.subList(0, size / 2));
                askTogether(plan, form, questions.subList(size / 2, size));
                return;
            }
            final boolean allSucceeded = askAlone(plan, questions);
            final boolean ofTheMoment = meaning == Meaning.TIMEOUT
                    || meaning == Meaning.CONFLICT
                    || meaning == Meaning.STALE
                    || error instanceof TooLargeException;
            if (allSucceeded && !ofTheMoment) {
                plan.dismiss(form, meaning == Meaning.TEXT || meaning == Meaning.MISSING, error);
            }
        }

        /** Asks one after another; returns whether none failed. */
        private boolean askAlone(ReadPlan plan, List<Question> questions) throws GivenBackException, SQLException {
            boolean allSucceeded = true;
            for (final Question question : questions) {
                final Outcome outcome = alone.run(
                        session,
                        question,
                        plan.single(),
                        plan.signature(),
                        conflictsGoBack,
                        () -> askWithin(plan, question),
                        this::restart);
                if (tooLarge.isPresent()) {
                    question.answer(outcome); // whatever snapshot the others see
                    plan.failedKeys().add(question.arguments());
                    throw GivenBackException.connectionSpent(
                            String.valueOf(tooLarge.get().getMessage()), tooLarge.get());
                }
                give(question, outcome);
                if (outcome instanceof Outcome.Failed) {
                    allSucceeded = false;
                    plan.failedKeys().add(question.arguments());
                } else {
                    plan.failedKeys().remove(question.arguments());
                }
            }
            return allSucceeded;
        }

        /** What the driver does not read is larger than any result may be. */
        private Outcome askWithin(ReadPlan plan, Question question) throws SQLException {
            try {
                return reader.askAlone(session, plan, question);
            } catch (final SQLException e) {
                if (session.meaning(e) != Meaning.TOO_LARGE) {
                    throw e;
                }
                tooLarge = Optional.of(e);
                return limits.tooLarge((JdbcOperation) question.operation(), false);
            }
        }

        /** Behind an error a transaction takes nothing more; a snapshot stays. */
        private void restart() throws SQLException {
            if (start != null) {
                start.rollback();
            } else if (!session.autoCommit()) {
                session.rollback();
            }
        }
    }
}
