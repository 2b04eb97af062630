package dev.sluice.service.jdbc.proof;

import dev.sluice.service.jdbc.connect.Session;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;

/** Reads the columns of tables, in their order, from PostgreSQL's catalog. */
final class Columns {

    /** A column of a table. */
    record Fact(long relation, Column column) {}

    /**
     * Considers the collations of indexes, too: an upsert finds the row to update by an index, which may have a collation of its
     * own.
     */
    private static final String QUERY = """
            WITH folding(relation) AS (
              SELECT indrelid FROM (SELECT indrelid, unnest(indcollation) AS coll FROM pg_index WHERE indrelid = ANY(?)) AS i
              JOIN pg_collation ON pg_collation.oid = coll WHERE NOT collisdeterministic)
            SELECT attrelid, attname,
              CASE WHEN atttypid IN (20, 21, 23, 1700) THEN 'NUMBER' WHEN atttypid IN (25, 1043) THEN 'TEXT'
                WHEN atttypid = 2950 THEN 'UUID' WHEN atttypid = 1082 THEN 'DATE' ELSE 'ANY' END,
              CASE WHEN atttypid NOT IN (20, 21, 23, 1700, 25, 1043, 2950, 1082)
                  THEN concat('has the type ', format_type(atttypid, NULL))
                WHEN atttypid IN (25, 1043) AND NOT collisdeterministic THEN 'has a collation by which different texts are equal'
                WHEN atttypid IN (25, 1043) AND attrelid IN (SELECT relation FROM folding)
                  THEN 'has an index by which different texts may be equal' END,
              CASE WHEN atttypid = 1043 AND atttypmod >= 0 THEN 'may cut spaces at the end of a text'
                WHEN atttypid = 1700 AND atttypmod >= 0 AND (atttypmod - 4) & 1024 <> 0 THEN 'may round a number' END,
              CASE WHEN octet_length(attgenerated::text) > 0 THEN 'is generated' END
            FROM pg_attribute LEFT JOIN pg_collation ON pg_collation.oid = attcollation
            WHERE attrelid = ANY(?) AND attnum > 0 AND NOT attisdropped ORDER BY attrelid, attnum""";

    private Columns() {}

    static List<Fact> of(Session session, Collection<Long> relations) throws SQLException {
        final Object tables = session.connection().createArrayOf("oid", relations.toArray());
        return Releases.rows(session, row -> new Fact(row.getLong(1), Column.read(row, 2)), QUERY, tables, tables);
    }
}
