package dev.sluice.service.jdbc.proof;

import dev.sluice.service.jdbc.connect.Session;
import dev.sluice.service.jdbc.dialect.Query;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** Questions to PostgreSQL's catalog, in the words of the server's release. */
final class Releases {

    /** The first release whose catalog has all columns and types that the questions name. */
    private static final int WITH_ALL = 14;

    /**
     * The words for a release before that: a function in SQL has its body as a text, nothing is a multirange, and the trigger
     * that a partition has from its table is of no constraint but a trigger's own, unlike the server's.
     */
    private static final Map<String, String> BEFORE = Map.of(
            "prosqlbody IS NULL", "true",
            "prosqlbody::text", "NULL",
            "t.oid IN (rngtypid, rngmultitypid)", "t.oid = rngtypid",
            "tgparentid <> 0",
                    "NOT EXISTS (SELECT FROM pg_constraint AS k WHERE k.oid = tgconstraint AND k.contype <> 't')");

    private Releases() {}

    /** Returns the rows that a question gives. */
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
