package dev.sluice.service.jdbc.update;

import dev.sluice.api.ValueType;
import dev.sluice.service.core.MaskedLog;
import dev.sluice.service.jdbc.connect.Session;
import dev.sluice.service.jdbc.dialect.ChunkForm.Names;
import dev.sluice.service.jdbc.dialect.ParameterArray;
import dev.sluice.service.jdbc.dialect.PostgreSql;
import dev.sluice.service.jdbc.dialect.Query;
import dev.sluice.service.jdbc.dialect.Signature;
import dev.sluice.service.jdbc.dialect.Signature.ParameterType;
import dev.sluice.service.jdbc.proof.Footprint;
import dev.sluice.service.jdbc.sql.SqlText;
import java.lang.reflect.Array;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;

/**
 * One statement with array parameters that replaces many executions (a set) of a statement that changes one row:
 * {@code INSERT … SELECT … FROM UNNEST}, {@code UPDATE … FROM UNNEST} or {@code DELETE … USING UNNEST}. The text is the same for
 * any number of executions.
 *
 * @param sql the text, with one array for each parameter, in order; for an update or a delete the statement returns the numbers,
 *     from 1, of the executions that found their row
 * @param keys the numbers, from 0, of the parameters that identify the row; no two executions in a set may have equal values of
 *     these parameters. Empty for inserts
 */
public record SetForm(String sql, List<Integer> keys) {

    /** The smallest number of executions for which a set is faster than a JDBC batch. */
    public static final int FEWEST = 8;

    private static final Logger LOG = MaskedLog.of(SetForm.class);

    /** Types whose arrays the driver sends as text in ISO 8601, which the server parses in the same way as single values. */
    private static final Set<ValueType> AS_TEXT =
            EnumSet.of(ValueType.DATE, ValueType.TIME, ValueType.TIMESTAMP, ValueType.INSTANT);

    public SetForm {
        keys = List.copyOf(keys);
    }

    /**
     * Returns the set form of a statement if it has one; does not execute it. If the database refuses the form, the open
     * transaction goes on.
     */
    public static Optional<SetForm> find(Session session, SqlText text, Signature signature, Footprint footprint)
            throws SQLException {
        if (!session.postgres() || !binds(signature) || footprint.noSet().isPresent()) {
            return Optional.empty();
        }
        final Optional<RowChange> change = RowChange.of(text);
        if (change.isEmpty()) {
            return Optional.empty();
        }
        final Session.Mark before = session.mark();
        try {
            return Query.look(() -> find(session, text, signature, change.get()));
        } catch (final SQLException e) {
            if (session.meaning(e).ofTheMoment() || session.meaning(e).losesConnection()) {
                throw e;
            }
            before.rollback();
            LOG.debug("Not run for many at once: {}: {}", text.sql(), e.getMessage());
            return Optional.empty();
        }
    }

    private static Optional<SetForm> find(Session session, SqlText text, Signature signature, RowChange change)
            throws SQLException {
        session.trip();
        session.trip();
        final Optional<SetForm> form = RowTable.of(session.connection(), change.table())
                .flatMap(table -> change.keys(table, signature))
                .map(keys -> new SetForm(sql(session, text, change, signature), keys));
        if (form.isPresent()) {
            session.trip();
            session.prepare(form.get().sql()).statement().getMetaData(); // the server parses it, but does not run it
        }
        return form;
    }

    /** Whether arrays of all these types can be bound. */
    private static boolean binds(Signature signature) {
        return signature.count() > 0
                && signature.parameters().stream()
                        .map(ParameterType::value)
                        .allMatch(type -> PostgreSql.ARRAYS.contains(type) || AS_TEXT.contains(type));
    }

    private static String sql(Session session, SqlText text, RowChange change, Signature signature) {
        final Names names = Names.outside(text);
        final StringBuilder items = new StringBuilder();
        names.unnest(items, signature, type -> {
            final String array = AS_TEXT.contains(type.value()) ? "CAST(? AS VARCHAR ARRAY)" : "?";
            // A subquery hides the number of items from the server. With the array itself, the server would make a new
            // plan for each number of items, and would read the whole table if the items are a hundredth of its rows.
            return "(SELECT CAST(" + array + " AS " + session.dialect().sqlType(type) + " ARRAY))";
        });
        return change.sql(text, names, items);
    }

    boolean inserts() {
        return keys.isEmpty();
    }

    /** Returns the key of the row that one execution changes; two executions that change the same row have equal keys. */
    Object key(ParameterArray[] arguments, int one) {
        return keys.stream()
                .map(key -> Array.get(arguments[key].elements(), one))
                .collect(Collectors.toList()); // a list that may hold nulls
    }
}
