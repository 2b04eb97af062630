package dev.sluice.service.jdbc;

import dev.sluice.api.FailureKind;
import dev.sluice.service.core.Footprint;
import dev.sluice.service.core.NamedOperation;
import dev.sluice.service.core.RefusedException;
import dev.sluice.service.jdbc.read.JdbcOperation;
import dev.sluice.service.jdbc.sql.SqlText;
import dev.sluice.service.jdbc.sql.Statements;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** SQL that jobs send as text, where a database allows it. The texts seen last are kept. */
final class AdHoc {

    private static final int KEPT = 1_000;

    private final Optional<Target> target;
    private final Collection<String> databases;
    private final Optional<Footprint> reads;
    private final Optional<Footprint> updates;
    private final Map<String, JdbcOperation> known = new LinkedHashMap<>(64, 0.75f, true);

    /**
     * @param target the database that allows it; empty if none does
     * @param databases the names of all, for messages
     */
    AdHoc(Optional<Target> target, Collection<String> databases) {
        this.target = target;
        this.databases = databases;
        this.reads = target.map(allowed -> allowed.footprint(false, Optional.empty(), Optional.empty()));
        this.updates = target.map(allowed -> allowed.footprint(true, Optional.empty(), Optional.empty()));
    }

    /** The operation for a text: the same instance for the same text, while it is among those seen last. */
    JdbcOperation operation(String sql) throws RefusedException {
        final JdbcOperation seen = known.get(sql);
        if (seen != null) {
            return seen;
        }
        final Target allowed = target.orElseThrow(() -> new RefusedException(
                FailureKind.NOT_ALLOWED,
                "SQL that is not declared is not allowed: declare it under statements, or set databases."
                        + String.join(" or databases.", databases) + ".adHoc to true"));
        final JdbcOperation made = read(sql, allowed);
        known.put(sql, made);
        if (known.size() > KEPT) {
            known.remove(known.keySet().iterator().next());
        }
        return made;
    }

    private JdbcOperation read(String sql, Target allowed) throws RefusedException {
        FailureKind refused = FailureKind.NOT_ALLOWED;
        try {
            Statements.refuseOwnTables(sql);
            refused = FailureKind.INVALID;
            final SqlText text = SqlText.parse(sql, allowed.syntax());
            final Footprint footprint = (Statements.update(text) ? updates : reads).orElseThrow();
            return allowed.operation(JdbcOperation.Role.AD_HOC, sql, text, Optional.empty(), footprint, true);
        } catch (final IllegalArgumentException e) {
            throw new RefusedException(refused, "SQL '" + NamedOperation.shown(sql) + "': " + e.getMessage());
        }
    }
}
