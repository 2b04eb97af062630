package dev.sluice.service.jdbc.proof;

import dev.sluice.service.jdbc.connect.Session;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads facts about functions from PostgreSQL's catalog. */
final class Functions {

    /** Volatile functions that draw a number or read a clock, and show nothing of the transaction to their callers. */
    private static final Set<String> HARMLESS = Set.of("""
            clock_timestamp gen_random_uuid nextval pg_sleep pg_sleep_for pg_sleep_until random random_normal timeofday
            uuidv4 uuidv7
            """.split("\\s+"));

    /**
     * Functions that are labelled stable, but show the transaction's id or snapshot, or use tables or types that the statement
     * does not name.
     */
    private static final Set<String> SHOW_MORE = Set.of("""
            cursor_to_xml cursor_to_xmlschema database_to_xml database_to_xml_and_xmlschema pg_current_snapshot
            pg_current_xact_id pg_current_xact_id_if_assigned pg_input_error_info pg_input_is_valid query_to_xml query_to_xml_and_xmlschema query_to_xmlschema
            schema_to_xml schema_to_xml_and_xmlschema table_to_xml table_to_xml_and_xmlschema ts_rewrite txid_current
            txid_current_if_assigned txid_current_snapshot
            """.split("\\s+"));

    /** The harmless functions whose values show the order of their calls. */
    private static final Set<String> COUNT =
            Set.of("clock_timestamp", "nextval", "timeofday", "uuidv7", "uuid_generate_v1", "uuid_generate_v1mc");

    /** The extensions that come with PostgreSQL and whose functions only compute. */
    private static final String EXTENSIONS =
            "'btree_gin', 'btree_gist', 'citext', 'cube', 'earthdistance', 'fuzzystrmatch',"
                    + " 'hstore', 'intarray', 'isn', 'ltree', 'pg_trgm', 'pgcrypto', 'seg', 'unaccent', 'uuid-ossp'";

    private static final String QUERY = """
            SELECT pg_proc.oid, proname, pg_proc.oid < 16384 AS built_in, provolatile = 'v' AS volatile,
              CASE WHEN prokind = 'a' THEN 'an aggregate' WHEN prosecdef THEN 'SECURITY DEFINER'
                WHEN proconfig IS NOT NULL THEN 'it has SET' WHEN prosqlbody IS NULL THEN lanname || ', not BEGIN ATOMIC'
                END AS opaque,
              prosqlbody::text AS body, concat(proargdefaults) AS defaults,
            """ + ofExtension("pg_proc") + """
             AS known
            FROM pg_proc JOIN pg_language ON pg_language.oid = prolang
            WHERE pg_proc.oid = ANY(?) OR pg_proc.oid IN (SELECT oprcode FROM pg_operator WHERE oid = ANY(?))""";

    /**
     * A function.
     *
     * @param builtIn whether it comes with PostgreSQL or one of the extensions, so that its body is not examined
     * @param doubt the reason why the function's effects are unknown; empty if they are known
     * @param volatileOne whether {@code builtIn} is true, and the function is labelled volatile
     * @param trees its body and the defaults of its parameters
     */
    record Function(
            long oid, String name, boolean builtIn, Optional<String> doubt, boolean volatileOne, List<NodeTree> trees) {

        /**
         * Returns why statements that call this function may not share one database call; empty if they may share one. For a
         * user-defined function, the body decides, and the label (volatile, stable or immutable) does not.
         */
        Optional<String> noCall() {
            return volatileOne ? Optional.of("it is volatile") : doubt;
        }

        /** Whether it draws the next number from a sequence. */
        boolean drawsNumber() {
            return builtIn && name.equals("nextval");
        }

        /**
         * Whether each update that calls this function must remain a statement of its own. A statement merged from several
         * updates might call the function in another order, or let the function see other rows.
         */
        boolean ofOneStatement() {
            return !builtIn || COUNT.contains(name);
        }
    }

    private Functions() {}

    /** Returns the SQL condition that a row of the given catalog table belongs to one of {@link #EXTENSIONS}. */
    static String ofExtension(String catalog) {
        return "EXISTS (SELECT FROM pg_depend d JOIN pg_extension e ON d.refclassid = 'pg_extension'::regclass"
                + " AND e.oid = d.refobjid WHERE d.classid = '" + catalog + "'::regclass AND d.objid = " + catalog
                + ".oid AND d.deptype = 'e' AND e.extname IN (" + EXTENSIONS + "))";
    }

    /** Returns these functions, and the functions of these operators. */
    static List<Function> of(Session session, Collection<Long> functions, Collection<Long> operators)
            throws SQLException {
        final Connection connection = session.connection();
        return Releases.rows(
                session,
                Functions::read,
                QUERY,
                connection.createArrayOf("oid", functions.toArray()),
                connection.createArrayOf("oid", operators.toArray()));
    }

    private static Function read(ResultSet row) throws SQLException {
        final long oid = row.getLong("oid");
        final String name = row.getString("proname");
        if (row.getBoolean("built_in") || row.getBoolean("known")) {
            final boolean shows = row.getBoolean("built_in")
                    && (SHOW_MORE.contains(name) || row.getBoolean("volatile") && !HARMLESS.contains(name));
            return new Function(
                    oid,
                    name,
                    true,
                    shows ? Optional.of("its effect is not known") : Optional.empty(),
                    row.getBoolean("volatile"),
                    List.of());
        }
        final Optional<String> opaque = Optional.ofNullable(row.getString("opaque"));
        return new Function(
                oid,
                name,
                false,
                opaque.map(why -> "it is opaque: " + why),
                false,
                opaque.isPresent()
                        ? List.of()
                        : List.of(new NodeTree(row.getString("body")), new NodeTree(row.getString("defaults"))));
    }
}
