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
import dev.sluice.service.jdbc.dialect.FormCheck;
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
    private final SchemaChanges changes;
    private Footprints footprints;
    private int changesSeen;
    /** Asked of the session before the first read that may change them. */
    private Optional<SessionSettings> settings;

    /**
     * @param limits of each result
     * @param retries attempts in all at what conflicts or times out
     * @param snapshot whether a call is one transaction with one snapshot
     * @param changes those of the database
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

    /** The questions are of one operation and one row of wire types; a dialect may tell still more types apart. */
    @Override
    public void answer(Session session, Call call) throws GivenBackException, SQLException {
        final Attempt attempt = new Attempt(session, call.conflicts() < retries);
        final List<Question> open = new ArrayList<>(call.questions());
        open.removeIf(Question::answered);
        attempt.answer(open);
        attempt.end();
        attempt.held.forEach(attempt::answer);
    }

    /** Questions that are asked in one way. */
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

        /** How each is asked is found out before a snapshot begins: what finds it out ends the transaction. */
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

        /** Those of different keys: what one of them comes to, others of its key come to as well. */
        private List<Question> distinct(List<Question> questions) {
            if (questions.size() == 1) {
                return questions;
            }
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
         * Answers a question; those of a snapshot are held until all are there, since the rest would be asked under
         * another one.
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

        /** The end of the questions from there on that are of the same types. */
        private int endOfAlike(List<Question> questions, int from, Signature signature) {
            int to = session.dialect().bindsDecimalsByScale() ? from + 1 : questions.size();
            while (to < questions.size() && signature(questions.get(to)).equals(signature)) {
                to++;
            }
            return to;
        }

        /** How the statement is asked with these types. If the database does not take it, the questions fail. */
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

        /** HSQLDB's driver keeps the types that parameters had when their statement was prepared. */
        private void forgetBefore(int changed) {
            if (changed != changesSeen && session.dialect().plain()) {
                session.forget();
            }
            changesSeen = changed;
        }

        /** What a plain dialect takes a parameter for may be another type since the catalog was last asked. */
        private ReadPlan make(JdbcOperation operation, Signature signature) throws SQLException {
            session.trip();
            final ReadForms accepted =
                    new FormCheck(session.dialect(), session.connection(), signature).accepted(operation.text());
            return operation.keep(signature, new ReadPlan(operation, operation.chunking(), signature, accepted));
        }

        /** The database does not take the text with these types at all. */
        private void refused(JdbcOperation operation, List<Question> questions, SQLException error)
                throws GivenBackException, SQLException {
            final DatabaseException said = session.failed(error);
            said.passOn(conflictsGoBack);
            restart();
            if (said.meaning() == Meaning.TIMEOUT && conflictsGoBack) {
                throw GivenBackException.conflict(
                        said.getMessage(), said); // a locked table, say: tried again, and counted
            }
            if (Alone.fault(operation, said.meaning())) {
                throw Alone.misfit(operation, error);
            }
            final Outcome failure = Alone.failure(session, operation, said, 1);
            for (final Question question : questions) {
                give(question, failure);
            }
        }

        /** Asks keys that failed lately alone, all others together. */
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
                    plan.dismiss(form, false, e); // it could not be remembered which ones to ask alone
                } else {
                    questions.forEach(question -> plan.failedKeys().add(question.arguments()));
                }
            }
            e.passOn(conflictsGoBack);
            restart();
            Alone.prepareAgain(session, e);
            if (plan.outdated() && !askedAnew) {
                askedAnew = true; // once: a schema that never rests is asked one item after another
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

        /** Asks one after another; returns whether none failed. */
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
                    answer(question, outcome); // whatever snapshot the others see
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

        /** A snapshot is one transaction, whatever is asked in it. */
        private void endBetween(ReadPlan plan) throws SQLException {
            if (start == null && plan.ownTransaction()) {
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

        /** Asks one item; a result that the driver does not read is larger than any result may be. */
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

        /** After an error a transaction takes nothing more; a snapshot stays. */
        private void restart() throws SQLException {
            if (start != null) {
                start.rollback();
            } else if (!session.autoCommit()) {
                session.rollback();
            }
        }
    }
}
