package dev.sluice.service.jdbc.update;

import dev.sluice.service.core.Outcome;
import dev.sluice.service.core.Question;
import dev.sluice.service.jdbc.connect.Session;
import dev.sluice.service.jdbc.dialect.ParameterArray;
import dev.sluice.service.jdbc.dialect.Signature;
import dev.sluice.service.jdbc.read.JdbcOperation;
import dev.sluice.service.jdbc.sql.SqlText;
import dev.sluice.service.update.Meaning;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs equal updates of one row each as one statement, where PostgreSQL's catalog says that this comes to the same as one
 * after another. What it says is asked once for a statement on each connection, and again behind a change of the schema
 * that is seen here. Belongs to one worker.
 */
public final class SetForms {

    private static final Logger LOG = LoggerFactory.getLogger(SetForms.class);

    private static final int KEPT = 256;

    /** They say nothing of the statement. */
    private static final Set<Meaning> OF_THE_MOMENT =
            EnumSet.of(Meaning.OUTAGE, Meaning.CONFLICT, Meaning.TIMEOUT, Meaning.STALE, Meaning.TOO_LARGE);

    private final Session session;
    private final Map<Asked, Optional<SetForm>> known = new LinkedHashMap<>(16, 0.75f, true);

    private record Asked(JdbcOperation operation, Signature signature) {}

    SetForms(Session session) {
        this.session = session;
    }

    /** The schema may be another now. */
    void forget() {
        known.clear();
    }

    /**
     * Runs the updates if they can be one statement.
     *
     * @param outcomes gets theirs from {@code at} on
     * @return false if nothing was done
     */
    boolean run(JdbcOperation operation, Signature signature, List<Question> questions, Outcome[] outcomes, int at)
            throws SQLException {
        if (!operation.sharesStatements()) {
            return false;
        }
        final Asked asked = new Asked(operation, signature);
        final Optional<SetForm> form = form(asked);
        if (form.isEmpty()) {
            return false;
        }
        final ParameterArray[] arguments = session.binder().arrays(questions, signature, questions.size());
        if (!form.get().differ(arguments)) {
            return false;
        }
        try {
            run(form.get(), signature, arguments, outcomes, at, questions.size());
            return true;
        } catch (final SQLException e) {
            final Meaning meaning = session.meaning(e);
            if (meaning == Meaning.TEXT || meaning == Meaning.MISSING) {
                known.put(asked, Optional.empty()); // if it was not for this form, each update says so of itself
            }
            throw e;
        }
    }

    private void run(
            SetForm form, Signature signature, ParameterArray[] arguments, Outcome[] outcomes, int at, int updates)
            throws SQLException {
        final PreparedStatement statement = session.prepare(form.sql()).statement();
        session.binder().bind(statement, arguments, signature);
        session.trip();
        Arrays.fill(outcomes, at, at + updates, new Outcome.Updated(0));
        final Outcome one = new Outcome.Updated(1);
        try (ResultSet changed = statement.executeQuery()) {
            while (changed.next()) {
                final int update = at + changed.getInt(1) - 1;
                if (outcomes[update] == one) {
                    throw new IllegalStateException("two rows have the key of one update: " + form.sql());
                }
                outcomes[update] = one;
            }
        }
    }

    private Optional<SetForm> form(Asked asked) throws SQLException {
        final Optional<SetForm> before = known.get(asked);
        if (before != null) {
            return before;
        }
        final Optional<SetForm> found = find(session, asked.operation.text(), asked.signature);
        known.put(asked, found);
        if (known.size() > KEPT) {
            known.remove(known.keySet().iterator().next());
        }
        return found;
    }

    /** The form of an update, if it has one; runs none. In a transaction, which a refusal must not end. */
    public static Optional<SetForm> find(Session session, SqlText text, Signature signature) throws SQLException {
        if (!session.postgres() || !SetForm.binds(signature)) {
            return Optional.empty();
        }
        final Optional<RowUpdate> update = RowUpdate.of(text);
        if (update.isEmpty()) {
            return Optional.empty();
        }
        final Session.Mark before = session.mark();
        try {
            session.trip();
            session.trip();
            final Optional<SetForm> form = UpdatedTable.of(
                            session.connection(), update.get().table())
                    .flatMap(table -> table.keys(update.get(), signature))
                    .map(keys -> SetForm.of(text, update.get(), keys, signature, session.dialect()));
            if (form.isPresent()) {
                session.trip();
                session.prepare(form.get().sql()).statement().getMetaData(); // the server reads it, and runs nothing
            }
            return form;
        } catch (final SQLException e) {
            if (OF_THE_MOMENT.contains(session.meaning(e))) {
                throw e;
            }
            before.rollback();
            LOG.debug("Not run for many at once: {}: {}", text.sql(), e.getMessage());
            return Optional.empty();
        }
    }
}
