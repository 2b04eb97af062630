package dev.sluice.service.jdbc.update;

import dev.sluice.api.ValueType;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.core.Question;
import dev.sluice.service.jdbc.connect.Session;
import dev.sluice.service.jdbc.dialect.ChunkForm.Names;
import dev.sluice.service.jdbc.dialect.Dialect;
import dev.sluice.service.jdbc.dialect.ParameterArray;
import dev.sluice.service.jdbc.dialect.PostgreSql;
import dev.sluice.service.jdbc.dialect.Signature;
import dev.sluice.service.jdbc.dialect.Signature.ParameterType;
import dev.sluice.service.jdbc.proof.Footprint;
import dev.sluice.service.jdbc.proof.Footprints;
import dev.sluice.service.jdbc.read.JdbcOperation;
import dev.sluice.service.jdbc.sql.SqlText;
import dev.sluice.service.update.DatabaseException.Meaning;
import java.lang.reflect.Array;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs equal updates of one row each as one statement, where PostgreSQL's catalog says that this comes to the same as one
 * after another. What it says is asked as often as for the statement's {@link Footprints footprint}. Belongs to one worker.
 */
public final class SetForms {

    private static final Logger LOG = LoggerFactory.getLogger(SetForms.class);

    private static final int KEPT = 256;

    /** Errors of the moment, which say nothing of the statement. */
    private static final Set<Meaning> OF_THE_MOMENT =
            EnumSet.of(Meaning.OUTAGE, Meaning.CONFLICT, Meaning.TIMEOUT, Meaning.STALE, Meaning.TOO_LARGE);

    private final Session session;
    private final Footprints footprints;
    private final Map<Asked, Found> known = new LinkedHashMap<>(16, 0.75f, true);

    /**
     * One {@code UPDATE … FROM UNNEST} for many equal updates of one row each. It gives the numbers, from 1, of those that
     * found their row. The text is the same for any number of them.
     *
     * @param sql with an array for each parameter, in order
     * @param keys the numbers, from 0, of the parameters that say which row it is: no two updates may have equal ones
     */
    public record Form(String sql, List<Integer> keys) {

        /** The driver's arrays carry these as text, in ISO 8601, which the server reads as it reads single ones. */
        private static final Set<ValueType> AS_TEXT =
                EnumSet.of(ValueType.DATE, ValueType.TIME, ValueType.TIMESTAMP, ValueType.INSTANT);

        public Form {
            keys = List.copyOf(keys);
        }

        /** Whether there are arrays of all these types. */
        private static boolean binds(Signature signature) {
            return signature.parameters().stream()
                    .map(ParameterType::value)
                    .allMatch(type -> PostgreSql.ARRAYS.contains(type) || AS_TEXT.contains(type));
        }

        /** Whether no two updates with these arguments change the same row. */
        private boolean differ(ParameterArray[] arguments) {
            if (keys.size() == 1 && arguments[keys.get(0)].elements() instanceof long[] numbers) {
                final long[] sorted = numbers.clone();
                Arrays.sort(sorted);
                for (int i = 1; i < sorted.length; i++) {
                    if (sorted[i] == sorted[i - 1]) {
                        return false;
                    }
                }
                return true;
            }
            final int updates = Array.getLength(arguments[0].elements());
            final Set<List<Object>> seen = new HashSet<>(2 * updates);
            for (int i = 0; i < updates; i++) {
                final int update = i;
                if (!seen.add(keys.stream()
                        .map(key -> Array.get(arguments[key].elements(), update))
                        .collect(Collectors.toList()))) { // a list that may hold nulls
                    return false;
                }
            }
            return true;
        }

        private static Form of(
                SqlText text, RowUpdate update, List<Integer> keys, Signature signature, Dialect dialect) {
            final Names names = Names.outside(text);
            final StringBuilder items = new StringBuilder(" FROM ");
            names.unnest(items, signature, type -> {
                final String array = AS_TEXT.contains(type.value()) ? "CAST(? AS VARCHAR ARRAY)" : "?";
                return "CAST(" + array + " AS " + dialect.sqlType(type) + " ARRAY)";
            });
            final StringBuilder sql = new StringBuilder(text.sql().length() + items.length() + 64);
            text.write(sql, names::column, update.where(), items.append(' '));
            sql.append(" RETURNING ").append(names.items()).append('.').append(names.number());
            return new Form(sql.toString(), keys);
        }
    }

    private record Asked(JdbcOperation operation, Signature signature) {}

    /** @param footprint from which it was found; with another one it is looked for again */
    private record Found(Footprint footprint, Optional<Form> form) {}

    SetForms(Session session, Footprints footprints) {
        this.session = session;
        this.footprints = footprints;
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
        final Optional<Form> form = form(asked);
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
                // if it was not for this form, each update says so of itself
                known.put(asked, new Found(footprint(asked), Optional.empty()));
            }
            throw e;
        }
    }

    private void run(
            Form form, Signature signature, ParameterArray[] arguments, Outcome[] outcomes, int at, int updates)
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

    private Footprint footprint(Asked asked) {
        return footprints.known(asked.operation.text(), asked.signature);
    }

    private Optional<Form> form(Asked asked) throws SQLException {
        final Footprint footprint = footprint(asked);
        final Found before = known.get(asked);
        if (before != null && before.footprint == footprint) {
            return before.form;
        }
        final Optional<Form> found = find(session, asked.operation.text(), asked.signature, footprint);
        known.put(asked, new Found(footprint, found));
        if (known.size() > KEPT) {
            known.remove(known.keySet().iterator().next());
        }
        return found;
    }

    /** The form of an update, if it has one; runs none. In a transaction, which a refusal must not end. */
    public static Optional<Form> find(Session session, SqlText text, Signature signature, Footprint footprint)
            throws SQLException {
        if (!session.postgres() || !Form.binds(signature) || footprint.noSet().isPresent()) {
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
            final Optional<Form> form = RowUpdate.Table.of(
                            session.connection(), update.get().table())
                    .flatMap(table -> update.get().keys(table, signature))
                    .map(keys -> Form.of(text, update.get(), keys, signature, session.dialect()));
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
