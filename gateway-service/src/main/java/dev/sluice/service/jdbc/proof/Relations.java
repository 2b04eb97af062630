package dev.sluice.service.jdbc.proof;

import dev.sluice.service.jdbc.connect.Session;
import dev.sluice.service.jdbc.dialect.Query;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;

/** Reads facts about tables and views from PostgreSQL's catalog, one row for each fact. */
final class Relations {

    /**
     * A fact.
     *
     * @param relation the number (OID) of the table or view
     * @param kind the kind of the fact, see {@link Reach}
     * @param name the name of the trigger, constraint, column or other object
     * @param traits letters or numbers whose meaning depends on the kind, see the query
     * @param other the number of the table, function or type to which the fact refers
     * @param columns the numbers of the columns that the fact concerns
     * @param otherColumns the numbers of the other table's columns
     * @param tree an expression, or a view's query
     */
    record Fact(
            long relation,
            String kind,
            String name,
            String traits,
            long other,
            BitSet columns,
            BitSet otherColumns,
            NodeTree tree) {

        /** Returns a phrase for a reason, with the fact and its table. */
        String on(String table) {
            return kind + " " + name + " on " + table;
        }
    }

    private static final String QUERY = """
            WITH r AS (SELECT * FROM pg_class WHERE oid = ANY(?)),
              classes(relation, class) AS (
                SELECT indrelid, unnest(indclass) FROM pg_index WHERE indrelid IN (SELECT oid FROM r)
                UNION ALL SELECT partrelid, unnest(partclass) FROM pg_partitioned_table WHERE partrelid IN (SELECT oid FROM r))
            SELECT oid, 'relation', concat(relnamespace::regnamespace, '.', quote_ident(relname)),
                concat(relkind, relpersistence), 0::oid, NULL::text, NULL::text, NULL::text FROM r
            UNION ALL SELECT inhparent, 'heir', NULL, NULL, inhrelid, NULL, NULL, NULL
              FROM pg_inherits WHERE inhparent IN (SELECT oid FROM r)
            UNION ALL SELECT tgrelid, 'trigger', tgname, tgtype::text, tgfoid, tgattr::text, NULL, concat(tgqual)
              FROM pg_trigger WHERE tgrelid IN (SELECT oid FROM r) AND (NOT tgisinternal OR tgparentid <> 0) AND tgenabled <> 'D'
            UNION ALL SELECT ev_class, CASE ev_type WHEN '1' THEN 'view' ELSE 'rule' END, rulename, ev_type::text, 0, NULL, NULL,
                CASE ev_type WHEN '1' THEN ev_action::text END
              FROM pg_rewrite WHERE ev_class IN (SELECT oid FROM r) AND ev_enabled <> 'D'
            UNION ALL SELECT conrelid, CASE WHEN condeferred THEN 'deferred' ELSE 'constraint' END, conname, contype::text, confrelid,
                array_to_string(conkey, ' '), NULL, concat(conbin)
              FROM pg_constraint WHERE conrelid IN (SELECT oid FROM r) AND contype <> 't'
            UNION ALL SELECT confrelid, CASE WHEN condeferred THEN 'deferred reference' ELSE 'reference' END, conname,
                concat(confupdtype, confdeltype), conrelid, array_to_string(confkey, ' '), array_to_string(conkey, ' '), NULL
              FROM pg_constraint WHERE confrelid IN (SELECT oid FROM r) AND contype = 'f'
            UNION ALL SELECT adrelid, CASE WHEN octet_length(attgenerated::text) > 0 THEN 'generated column' ELSE 'default' END, attname,
                attgenerated::text, 0, attnum::text, NULL, adbin::text
              FROM pg_attrdef JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum
              WHERE adrelid IN (SELECT oid FROM r)
            UNION ALL SELECT indrelid, 'index', relname, NULL, 0, NULL, NULL, concat(indexprs, indpred)
              FROM pg_index JOIN pg_class ON oid = indexrelid WHERE indrelid IN (SELECT oid FROM r)
            UNION ALL SELECT r.oid, 'partition key', whole::regclass::text, NULL, 0, NULL, NULL, concat(partexprs)
              FROM r CROSS JOIN LATERAL pg_partition_ancestors(r.oid) AS a(whole) JOIN pg_partitioned_table ON partrelid = whole
            UNION ALL SELECT relation, 'operator class', opcname, NULL, 0, NULL, NULL, NULL
              FROM classes JOIN pg_opclass ON oid = class WHERE oid >= 16384 AND NOT\s""" + Functions.ofExtension("pg_opclass") + """

            UNION ALL SELECT polrelid, 'policy', polname, NULL, 0, NULL, NULL, concat(polqual, polwithcheck)
              FROM pg_policy JOIN r ON r.oid = polrelid AND relrowsecurity
            UNION ALL SELECT attrelid, 'identity column', attname, NULL, 0, NULL, NULL, NULL
              FROM pg_attribute WHERE attrelid IN (SELECT oid FROM r) AND attnum > 0 AND octet_length(attidentity::text) > 0
            UNION ALL SELECT attrelid, 'column', attname, NULL, atttypid, NULL, NULL, NULL
              FROM pg_attribute
              WHERE attrelid IN (SELECT oid FROM r) AND attnum > 0 AND NOT attisdropped AND atttypid >= 16384""";

    private Relations() {}

    /** Returns all facts about these tables and views. */
    static List<Fact> facts(Session session, Collection<Long> relations) throws SQLException {
        return Releases.rows(
                session,
                row -> new Fact(
                        row.getLong(1),
                        row.getString(2),
                        Query.text(row, 3),
                        Query.text(row, 4),
                        row.getLong(5),
                        NodeTree.columns(Query.text(row, 6), 0),
                        NodeTree.columns(Query.text(row, 7), 0),
                        new NodeTree(Query.text(row, 8))),
                QUERY,
                session.connection().createArrayOf("oid", relations.toArray()));
    }
}
