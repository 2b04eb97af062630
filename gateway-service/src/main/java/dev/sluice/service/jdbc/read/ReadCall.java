package dev.sluice.service.jdbc.read;

import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.core.Call;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.core.Question;
import dev.sluice.service.core.plan.FailedKeys;
import dev.sluice.service.jdbc.connect.Binder.TooLargeException;
import dev.sluice.service.jdbc.connect.Session;
import dev.sluice.service.jdbc.connect.SessionSettings;
import dev.sluice.service.jdbc.connect.Worker;
import dev.sluice.service.jdbc.dialect.ChunkForm;
import dev.sluice.service.jdbc.dialect.ReadForms;
import dev.sluice.service.jdbc.dialect.Signature;
import dev.sluice.service.jdbc.proof.Footprints;
import dev.sluice.service.jdbc.proof.SchemaChanges;
import dev.sluice.service.jdbc.read.Reader.Limits;
import dev.sluice.service.update.CheckpointException;
import dev.sluice.service.update.DatabaseException;
import dev.sluice.service.update.DatabaseException.Meaning;
import dev.sluice.service.update.GivenBackException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Answers calls that read. It tries one statement for all items first, then halves of a failed chunk, and in the end single
 * items. An item fails only if its own statement fails, because in a chunk the database may evaluate expressions that no item
 * needs.
 *
 * <p>Belongs to one worker.
 */
public final class ReadCall implements Worker.Task {

    /** A failed chunk of at most this size is not split any further; its items are executed singly. */
    static final int SMALL = 8;

    /** Without savepoints a failing statement would end the snapshot for the statements after it. */
    public static final String NO_SNAPSHOT =
            "snapshot: true needs savepoints, which this database does not have; set it to false";

    private final Limits limits;
    private final Reader reader;
    private final Alone alone;
    private final int retries;
    private final boolean snapshot;
    private final SchemaChanges changes;
    private Footprints footprints;
    private int changesSeen;
    /** The session's settings, queried before the first read that may change them; empty until then. */
    private Optional<SessionSettings> settings;

    /**
     * @param limits the limits of each result
     * @param retries the maximum number of attempts, including the first, to run a statement that conflicts or times out
     * @param snapshot whether a call is one transaction with one snapshot
     * @param changes counts the changes of the database's schema
     */
    public ReadCall(Limits limits, int retries, boolean snapshot, SchemaChanges changes) {
        this.limits = limits;
        this.reader = new Reader(limits);
        this.alone = new Alone(retries);
        this.retries = retries;
        this.snapshot = snapshot;
        this.changes = changes;
    }

    @Override
    public void opened(Session session) throws CheckpointException {
        if (snapshot && !session.dialect().savepoints()) {
            throw new CheckpointException(NO_SNAPSHOT);
        }
        footprints = new Footprints(session, System::nanoTime, changes);
        settings = Optional.empty();
    }

    @Override
    public boolean oneAtATime(Call call) {
        return ((JdbcOperation) call.questions().get(0).operation()).oneAtATime();
    }

    /** All questions have the same operation and the same types on the wire; a dialect may distinguish types further. */
    @Override
    public void answer(Session session, Call call) throws GivenBackException, SQLException {
        final Attempt attempt = new Attempt(session, call.conflicts() < retries);
        final List<Question> open = new ArrayList<>(call.questions());
        open.removeIf(Question::answered);
        attempt.answer(open);
        attempt.end();
        attempt.held.forEach(attempt::answer);
    }

    /** Questions that are executed by the same plan. */
    private record Part(ReadPlan plan, List<Question> questions) {}

    /** One attempt at one call. */
    private final class Attempt {

        private final Session session;
        private final boolean conflictsGoBack;
        private Session.Mark start;
        private final Map<Question, Outcome> held = new LinkedHashMap<>();
        private final Map<Question, List<Question>> ofEqualKeys = new IdentityHashMap<>();
        private boolean askedAnew;
        private Optional<SQLException> tooLarge = Optional.empty();

        Attempt(Session session, boolean conflictsGoBack) {
            this.session = session;
            this.conflictsGoBack = conflictsGoBack;
        }

        /** Finds all plans before the snapshot begins, because finding a plan ends the transaction. */
        void answer(List<Question> open) throws GivenBackException, SQLException {
            final List<Part> parts = new ArrayList<>();
            for (int from = 0; from < open.size(); ) {
                final Signature signature = signature(open.get(from));
                final List<Question> part = open.subList(from, endOfAlike(open, from, signature));
                plan(part, signature).ifPresent(plan -> parts.add(new Part(plan, part)));
                from += part.size();
            }
            if (settings.isEmpty()
                    && parts.stream().anyMatch(part -> part.plan().ownTransaction())) {
                settings = Optional.of(SessionSettings.of(session));
            }
            start = snapshot ? session.mark() : null;
            for (final Part part : parts) {
                ask(part.plan(), part.plan().sharesEqualKeys() ? distinct(part.questions()) : part.questions());
            }
        }

        /** Returns one question for each key; its outcome is also given to the other questions with that key. */
        private List<Question> distinct(List<Question> questions) {
            final Map<Arguments, Question> byKey = new LinkedHashMap<>();
            for (final Question question : questions) {
                final Question first = byKey.putIfAbsent(question.arguments(), question);
                if (first != null) {
                    ofEqualKeys.computeIfAbsent(first, key -> new ArrayList<>()).add(question);
                }
            }
            return byKey.size() == questions.size() ? questions : List.copyOf(byKey.values());
        }

        /**
         * Answers a question. With a snapshot, all outcomes are held until the last one is known, because after a failure in
         * between the remaining questions would see another snapshot.
         */
        private void give(Question question, Outcome outcome) {
            if (snapshot) {
                held.put(question, outcome);
            } else {
                answer(question, outcome);
            }
        }

        private void answer(Question question, Outcome outcome) {
            question.answer(outcome);
            ofEqualKeys.getOrDefault(question, List.of()).forEach(other -> other.answer(outcome));
        }

        private Signature signature(Question question) {
            final JdbcOperation operation = (JdbcOperation) question.operation();
            return session.dialect()
                    .signature(question.arguments(), operation.types().orElse(List.of()));
        }

        /** Returns the end, exclusive, of the questions from {@code from} on that have this signature. */
        private int endOfAlike(List<Question> questions, int from, Signature signature) {
            int to = session.dialect().bindsDecimalsByScale() ? from + 1 : questions.size();
            while (to < questions.size() && signature(questions.get(to)).equals(signature)) {
                to++;
            }
            return to;
        }

        /**
         * Finds the plan for these types. If the database refuses the statement, answers the questions as failed and returns no
         * plan.
         */
        private Optional<ReadPlan> plan(List<Question> questions, Signature signature)
                throws GivenBackException, SQLException {
            final JdbcOperation operation = (JdbcOperation) questions.get(0).operation();
            final Optional<ReadPlan> known = operation.plan(signature);
            final ReadPlan plan;
            final boolean proves;
            try {
                proves = start == null
                        && operation.mayComeAgain()
                        && !(changes.underWay() && questions.size() == 1)
                        && known.flatMap(ReadPlan::proof)
                                .filter(footprints::current)
                                .isEmpty();
                plan = known.isEmpty() || proves && session.dialect().plain()
                        ? make(operation, signature)
                        : known.get();
            } catch (final SQLException e) {
                refused(operation, questions, e);
                return Optional.empty();
            }
            if (proves) {
                plan.proved(footprints.proof(operation.text(), signature));
            }
            plan.proof().ifPresent(proof -> {
                operation.proved(questions.get(0).arguments(), proof);
                forgetBefore(proof.changes());
            });
            return Optional.of(plan);
        }

        /** Prepares statements again after a schema change, because HSQLDB's driver keeps the old parameter types. */
        private void forgetBefore(int changed) {
            if (changed != changesSeen && session.dialect().plain()) {
                session.forget();
            }
            changesSeen = changed;
        }

        /** Makes a new plan. Some dialects query the parameter types again, because a schema change may have altered them. */
        private ReadPlan make(JdbcOperation operation, Signature signature) throws SQLException {
            final ReadForms accepted = session.accepted(operation.text(), signature);
            return operation.keep(signature, new ReadPlan(operation, operation.chunking(), signature, accepted));
        }

        /** Handles a statement that the database refuses to prepare with these types. */
        private void refused(JdbcOperation operation, List<Question> questions, SQLException error)
                throws GivenBackException, SQLException {
            final DatabaseException said = session.failed(error);
            said.passOn(conflictsGoBack);
            restart();
            if (said.meaning() == Meaning.TIMEOUT && conflictsGoBack) {
                throw GivenBackException.conflict(
                        said.getMessage(), said); // for example a locked table: the call is repeated
            }
            if (Alone.fault(operation, said.meaning())) {
                throw Alone.misfit(operation, error);
            }
            final Outcome failure = Alone.failure(session, operation, said, 1);
            for (final Question question : questions) {
                give(question, failure);
            }
        }

        /** Executes recently failed keys one by one, and all other keys in one statement. */
        private void ask(ReadPlan plan, List<Question> questions) throws GivenBackException, SQLException {
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
                final List<Question> part = shared.subList(from, Math.min(from + most, shared.size()));
                if (part.size() == 1 || !plan.chunked().equals(form)) {
                    ask(plan, part);
                    continue;
                }
                final Outcome[] outcomes;
                try {
                    outcomes = reader.ask(session, plan, form, part);
                } catch (final SQLException | RuntimeException e) {
                    failedTogether(plan, form.get(), part, session.failed(e));
                    continue;
                }
                for (int i = 0; i < outcomes.length; i++) {
                    give(part.get(i), outcomes[i]);
                }
            }
        }

        private void failedTogether(ReadPlan plan, ChunkForm form, List<Question> questions, DatabaseException e)
                throws GivenBackException, SQLException {
            if (e.meaning() == Meaning.TOO_LARGE) {
                if (questions.size() > FailedKeys.MOST) {
                    plan.dismiss(form, false, e); // more failed keys than can be remembered
                } else {
                    questions.forEach(question -> plan.failedKeys().add(question.arguments()));
                }
            }
            e.passOn(conflictsGoBack);
            restart();
            Alone.prepareAgain(session, e);
            if (plan.outdated() && !askedAnew) {
                askedAnew = true; // only once: if the schema keeps changing, single items follow
                final Optional<ReadPlan> anew = plan(questions, plan.signature());
                if (anew.isPresent()) {
                    ask(anew.get(), questions);
                }
            } else {
                askInParts(plan, form, questions, e);
            }
        }

        private void askInParts(ReadPlan plan, ChunkForm form, List<Question> questions, DatabaseException error)
                throws GivenBackException, SQLException {
            final int size = questions.size();
            if (size > SMALL) {
                ask(plan, questions.subList(0, size / 2));
                ask(plan, questions.subList(size / 2, size));
                return;
            }
            final boolean allSucceeded = askAlone(plan, questions);
            final Meaning meaning = error.meaning();
            final boolean ofTheMoment = meaning.ofTheMoment() || error.getCause() instanceof TooLargeException;
            if (allSucceeded && !ofTheMoment) {
                plan.dismiss(form, meaning == Meaning.TEXT || meaning == Meaning.MISSING, error);
            }
        }

        /** Executes the questions one after another; returns whether all succeeded. */
        private boolean askAlone(ReadPlan plan, List<Question> questions) throws GivenBackException, SQLException {
            boolean allSucceeded = true;
            endBetween(plan);
            for (final Question question : questions) {
                if (plan.ownTransaction()) {
                    settings.ifPresent(SessionSettings::mayChange);
                }
                final Outcome outcome;
                try {
                    outcome = alone.run(
                            session,
                            question,
                            plan.single(),
                            plan.signature(),
                            conflictsGoBack,
                            () -> session.attempt(() -> askWithin(plan, question)),
                            () -> session.attempt(this::restart));
                } catch (final DatabaseException e) {
                    throw Session.thrown(e);
                }
                if (tooLarge.isPresent()) {
                    answer(question, outcome); // not held, although the other questions will see another snapshot
                    plan.failedKeys().add(question.arguments());
                    throw GivenBackException.connectionSpent(
                            String.valueOf(tooLarge.get().getMessage()), tooLarge.get());
                }
                endBetween(plan);
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

        /** Ends the transaction of a request that needs its own; in a snapshot, undoes what the request left in it. */
        private void endBetween(ReadPlan plan) throws SQLException {
            if (plan.ownTransaction() && start != null) {
                start.rollback();
            } else if (plan.ownTransaction()) {
                end();
            }
        }

        private void end() throws SQLException {
            if (settings.isPresent()) {
                settings.get().end();
            } else {
                session.end();
            }
        }

        /** Executes one item. If a result is too large for the driver, it is above the gateway's limit, too. */
        private Outcome askWithin(ReadPlan plan, Question question) throws SQLException {
            try {
                return reader.ask(session, plan, Optional.empty(), List.of(question))[0];
            } catch (final SQLException e) {
                if (session.meaning(e) != Meaning.TOO_LARGE) {
                    throw e;
                }
                tooLarge = Optional.of(e);
                return limits.tooLarge((JdbcOperation) question.operation(), false);
            }
        }

        /** Makes the transaction usable after an error: rolls it back, in a snapshot only to the snapshot's savepoint. */
        private void restart() throws SQLException {
            if (start != null) {
                start.rollback();
            } else if (!session.autoCommit()) {
                session.rollback();
            }
        }
    }
}
