package dev.sluice.service.jdbc.proof;

import dev.sluice.service.jdbc.connect.Session;
import dev.sluice.service.jdbc.dialect.Query;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** Adapts queries of PostgreSQL's catalog to the server's release. */
final class Releases {

    /** The first release whose catalog has all columns and types that the queries name. */
    private static final int WITH_ALL = 14;

    /**
     * The replacements for parts of a query on an earlier release, which stores the bodies of SQL functions as text and has no
     * multiranges. For such a release, the constraint of a partition's trigger shows whether the trigger is a copy of a trigger
     * of the partitioned table, or one of the server's own triggers: a copy has no constraint, or a constraint of the type that
     * belongs to constraint triggers.
     */
    private static final Map<String, String> BEFORE = Map.of(
            "prosqlbody IS NULL", "true",
            "prosqlbody::text", "NULL",
            "t.oid IN (rngtypid, rngmultitypid)", "t.oid = rngtypid",
            "tgparentid <> 0",
                    "NOT EXISTS (SELECT FROM pg_constraint AS k WHERE k.oid = tgconstraint AND k.contype <> 't')");

    private Releases() {}

    /** Returns the rows of a query. */
    static <T> List<T> rows(Session session, Query.Reading<T> reading, String question, Object... numbers)
            throws SQLException {
        String sql = question;
        if (session.connection().getMetaData().getDatabaseMajorVersion() < WITH_ALL) {
            for (final Map.Entry<String, String> before : BEFORE.entrySet()) {
                sql = sql.replace(before.getKey(), before.getValue());
            }
        }
        return session.rows(reading, sql, numbers);
    }
}
