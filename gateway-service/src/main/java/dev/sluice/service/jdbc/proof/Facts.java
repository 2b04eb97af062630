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

/**
 * What PostgreSQL's catalog says of tables, functions and types. It is kept for a second: statements that are looked at one
 * after another reach the same things. Belongs to one worker.
 */
final class Facts {

    private static final long KEPT_NANOS = 1_000_000_000L;

    private final Session session;
    private final LongSupplier nanoClock;
    private final Map<Long, List<Relations.Fact>> relations = new HashMap<>();
    private final Map<Long, Function> functions = new HashMap<>();
    private final Map<Long, List<UserTypes.Fact>> types = new HashMap<>();
    private long sinceNanos;

    Facts(Session session, LongSupplier nanoClock) {
        this.session = session;
        this.nanoClock = nanoClock;
    }

    void forget() {
        relations.clear();
        functions.clear();
        types.clear();
    }

    /** Forgets what is too old. */
    void renew() {
        final long now = nanoClock.getAsLong();
        if (now - sinceNanos >= KEPT_NANOS) {
            forget();
            sinceNanos = now;
        }
    }

    List<Relations.Fact> relations(Collection<Long> asked) throws SQLException {
        final List<Long> unknown = unknown(asked, relations);
        if (!unknown.isEmpty()) {
            final List<Relations.Fact> found = Relations.facts(session, unknown);
            unknown.forEach(relation -> relations.put(relation, new ArrayList<>()));
            for (final Relations.Fact fact : found) {
                relations.get(fact.relation()).add(fact);
            }
        }
        return all(asked, relations);
    }

    List<UserTypes.Fact> types(Collection<Long> asked) throws SQLException {
        final List<Long> unknown = unknown(asked, types);
        if (!unknown.isEmpty()) {
            final List<UserTypes.Fact> found = UserTypes.facts(session, unknown);
            unknown.forEach(type -> types.put(type, new ArrayList<>()));
            for (final UserTypes.Fact fact : found) {
                types.get(fact.of()).add(fact);
            }
        }
        return all(asked, types);
    }

    /** The functions, and those of operators, which are not kept: few statements have one of a user's. */
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

    private static <T> List<T> all(Collection<Long> asked, Map<Long, List<T>> known) {
        return asked.stream().map(known::get).flatMap(List::stream).toList();
    }
}
