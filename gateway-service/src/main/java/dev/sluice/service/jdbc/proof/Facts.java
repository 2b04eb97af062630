package dev.sluice.service.jdbc.proof;

import dev.sluice.service.jdbc.connect.Session;
import dev.sluice.service.jdbc.proof.Functions.Function;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;

/**
 * A cache of PostgreSQL's catalog of tables, functions and types. It keeps each fact for a second, because statements that are
 * examined one after another often use the same objects. Belongs to one worker.
 */
final class Facts {

    /** The first number (OID) of objects that users create; objects with lower numbers are built in. */
    static final long FIRST_OF_USERS = 16_384;

    private static final long KEPT_NANOS = 1_000_000_000L;

    private final Session session;
    private final LongSupplier nanoClock;
    private final Map<Long, List<Relations.Fact>> relations = new HashMap<>();
    private final Map<Long, Function> functions = new HashMap<>();
    private final Map<Long, List<UserTypes.Fact>> types = new HashMap<>();
    private final Map<Long, List<Columns.Fact>> columns = new HashMap<>();
    private long sinceNanos;

    Facts(Session session, LongSupplier nanoClock) {
        this.session = session;
        this.nanoClock = nanoClock;
    }

    void forget() {
        relations.clear();
        functions.clear();
        types.clear();
        columns.clear();
    }

    /** Drops the cached facts if they are too old, and returns whether it has dropped them. */
    boolean renew() {
        final long now = nanoClock.getAsLong();
        if (now - sinceNanos < KEPT_NANOS) {
            return false;
        }
        forget();
        sinceNanos = now;
        return true;
    }

    List<Relations.Fact> relations(Collection<Long> asked) throws SQLException {
        return facts(asked, relations, Relations::facts, Relations.Fact::relation);
    }

    List<UserTypes.Fact> types(Collection<Long> asked) throws SQLException {
        return facts(asked, types, UserTypes::facts, UserTypes.Fact::of);
    }

    /** Returns the columns of these tables and views, in their order. */
    List<Columns.Fact> columns(Collection<Long> asked) throws SQLException {
        return facts(asked, columns, Columns::of, Columns.Fact::relation);
    }

    /** Reads the facts of the objects with these numbers from the catalog. */
    private interface Source<F> {
        List<F> facts(Session session, Collection<Long> numbers) throws SQLException;
    }

    private <F> List<F> facts(
            Collection<Long> asked, Map<Long, List<F>> kept, Source<F> source, ToLongFunction<F> number)
            throws SQLException {
        final List<Long> unknown = unknown(asked, kept);
        if (!unknown.isEmpty()) {
            final List<F> found = source.facts(session, unknown);
            unknown.forEach(each -> kept.put(each, new ArrayList<>()));
            found.forEach(fact -> kept.get(number.applyAsLong(fact)).add(fact));
        }
        return asked.stream().map(kept::get).flatMap(List::stream).toList();
    }

    /**
     * Returns these functions, and the functions that implement the given operators. Which function implements an operator is not
     * cached, because user-defined operators are rare.
     */
    List<Function> functions(Collection<Long> asked, Set<Long> operators) throws SQLException {
        final List<Long> unknown = unknown(asked, functions);
        final List<Function> found = new ArrayList<>();
        if (!unknown.isEmpty() || !operators.isEmpty()) {
            for (final Function function : Functions.of(session, unknown, operators)) {
                functions.put(function.oid(), function);
                if (!asked.contains(function.oid())) {
                    found.add(function);
                }
            }
        }
        asked.stream().filter(functions::containsKey).map(functions::get).forEach(found::add);
        return found;
    }

    private static List<Long> unknown(Collection<Long> asked, Map<Long, ?> known) {
        return asked.stream().filter(one -> !known.containsKey(one)).toList();
    }
}
