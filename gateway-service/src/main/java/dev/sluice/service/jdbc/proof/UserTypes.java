package dev.sluice.service.jdbc.proof;

import dev.sluice.service.jdbc.connect.Session;
import dev.sluice.service.jdbc.dialect.Query;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;

/** Reads facts about user-defined types from PostgreSQL's catalog. */
final class UserTypes {

    /**
     * A fact.
     *
     * @param of the number (OID) of the type
     * @param kind {@code type} once for each type; {@code opaque} for a base type and for each of its operator classes;
     *     {@code domain} for a domain's default and for each of its checks; {@code cast to json of} for the cast that built-in
     *     functions such as {@code to_jsonb()} call without naming it; otherwise the kind of component: {@code element},
     *     {@code column} or {@code range}
     * @param name the name of the type, constraint or column
     * @param type the number of the component's type, or 0
     * @param function the number of the function that the type calls, or 0
     */
    record Fact(long of, String kind, String name, long type, long function, NodeTree tree) {}

    private static final String QUERY = """
            WITH t AS (SELECT * FROM pg_type WHERE oid = ANY(?))
            SELECT oid, 'opaque', typname, 0::oid, 0::oid, NULL::text FROM t AS pg_type
              WHERE typtype = 'b' AND NOT EXISTS (SELECT FROM pg_type AS e WHERE e.typarray = pg_type.oid) AND NOT\s""" + Functions.ofExtension("pg_type") + """

            UNION ALL SELECT t.oid, 'opaque', concat(typname, ' with operator class ', opcname), 0, 0, NULL
              FROM pg_opclass JOIN t ON t.oid = opcintype WHERE pg_opclass.oid >= 16384 AND NOT\s"""
            + Functions.ofExtension("pg_opclass") + """

            UNION ALL SELECT t.oid, 'opaque', concat(typname, ' with operator class ', opcname), 0, 0, NULL
              FROM pg_range JOIN t ON t.oid = rngtypid JOIN pg_opclass ON pg_opclass.oid = rngsubopc
              WHERE pg_opclass.oid >= 16384 AND NOT\s""" + Functions.ofExtension("pg_opclass") + """

            UNION ALL SELECT castsource, 'cast to json of', typname, 0, castfunc, NULL FROM pg_cast JOIN t ON t.oid = castsource
              WHERE casttarget = 'json'::regtype AND castfunc <> 0
            UNION ALL SELECT oid, 'type', typname, 0, 0, NULL FROM t
            UNION ALL SELECT oid, 'element', typname, typelem, 0, NULL FROM t WHERE typelem <> 0
            UNION ALL SELECT oid, 'domain', typname, typbasetype, 0, concat(typdefaultbin) FROM t WHERE typtype = 'd'
            UNION ALL SELECT contypid, 'domain', conname, 0, 0, conbin::text FROM pg_constraint
              WHERE contypid IN (SELECT oid FROM t) AND conbin IS NOT NULL
            UNION ALL SELECT t.oid, 'column', attname, atttypid, 0, NULL FROM pg_attribute JOIN t ON typrelid = attrelid
              WHERE typtype = 'c' AND attnum > 0 AND NOT attisdropped
            UNION ALL SELECT t.oid, 'range', typname, rngsubtype, unnest(ARRAY[rngcanonical, rngsubdiff])::oid, NULL
              FROM pg_range JOIN t ON t.oid IN (rngtypid, rngmultitypid)""";

    private UserTypes() {}

    static List<Fact> facts(Session session, Collection<Long> types) throws SQLException {
        return Releases.rows(
                session,
                row -> new Fact(
                        row.getLong(1),
                        row.getString(2),
                        row.getString(3),
                        row.getLong(4),
                        row.getLong(5),
                        new NodeTree(Query.text(row, 6))),
                QUERY,
                session.connection().createArrayOf("oid", types.toArray()));
    }
}
