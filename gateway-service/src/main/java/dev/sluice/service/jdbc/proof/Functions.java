package dev.sluice.service.jdbc.proof;

import dev.sluice.service.jdbc.connect.Session;
import dev.sluice.service.jdbc.dialect.Query;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What PostgreSQL's catalog says of functions. */
final class Functions {

    /** They draw or look at something, and their callers notice no transaction by it. */
    private static final Set<String> HARMLESS = Set.of("""
            clock_timestamp gen_random_uuid nextval pg_sleep pg_sleep_for pg_sleep_until random random_normal timeofday
            uuidv4 uuidv7
            """.split("\\s+"));

    /** Labelled stable, and yet they show the transaction, or read what is not named. */
    private static final Set<String> SHOW_MORE = Set.of("""
            cursor_to_xml cursor_to_xmlschema database_to_xml database_to_xml_and_xmlschema pg_current_snapshot
            pg_current_xact_id pg_current_xact_id_if_assigned query_to_xml query_to_xml_and_xmlschema query_to_xmlschema
            schema_to_xml schema_to_xml_and_xmlschema table_to_xml table_to_xml_and_xmlschema ts_rewrite txid_current
            txid_current_if_assigned txid_current_snapshot
            """.split("\\s+"));

    private static final Set<String> OF_THE_SESSION = Set.of("currval", "lastval");

    private static final String QUERY = """
            SELECT pg_proc.oid, proname, pg_proc.oid < 16384, provolatile = 'v', lanname, prosecdef, proconfig IS NOT NULL,
              prokind = 'a', prosqlbody::text, concat(proargdefaults),
            """ + Extensions.member("pg_proc") + """

            FROM pg_proc JOIN pg_language ON pg_language.oid = prolang
            WHERE pg_proc.oid = ANY(?) OR pg_proc.oid IN (SELECT oprcode FROM pg_operator WHERE oid = ANY(?))""";

    /**
     * A function.
     *
     * @param builtIn whether it comes with PostgreSQL, and computes; then its body is not looked at
     * @param doubt why it is not known what it does
     * @param trees its body and its defaults
     */
    record Function(long oid, String name, boolean builtIn, Optional<String> doubt, List<NodeTree> trees) {

        boolean ofTheSession() {
            return builtIn && OF_THE_SESSION.contains(name);
        }
    }

    private Functions() {}

    /** Returns what these functions, and those of these operators, are. */
    static List<Function> of(Session session, Collection<Long> functions, Collection<Long> operators)
            throws SQLException {
        session.trip();
        final Connection connection = session.connection();
        return Query.rows(
                connection,
                row -> {
                    final String name = row.getString(2);
                    final String body = row.getString(9);
                    if (row.getBoolean(3)) {
                        final boolean shows = SHOW_MORE.contains(name) || row.getBoolean(4) && !HARMLESS.contains(name);
                        return new Function(
                                row.getLong(1),
                                name,
                                true,
                                shows ? Optional.of("its effect is not known") : Optional.empty(),
                                List.of());
                    }
                    if (row.getBoolean(11)) {
                        return new Function(row.getLong(1), name, true, Optional.empty(), List.of());
                    }
                    final Optional<String> opaque = row.getBoolean(8)
                            ? Optional.of("an aggregate")
                            : row.getBoolean(6)
                                    ? Optional.of("SECURITY DEFINER")
                                    : row.getBoolean(7)
                                            ? Optional.of("it has SET")
                                            : body == null
                                                    ? Optional.of(row.getString(5) + ", not BEGIN ATOMIC")
                                                    : Optional.empty();
                    return new Function(
                            row.getLong(1),
                            name,
                            false,
                            opaque.map(why -> "it is opaque: " + why),
                            opaque.isPresent()
                                    ? List.of()
                                    : List.of(new NodeTree(body), new NodeTree(row.getString(10))));
                },
                QUERY,
                connection.createArrayOf("oid", functions.toArray()),
                connection.createArrayOf("oid", operators.toArray()));
    }
}
