package dev.sluice.service.jdbc.proof;

import dev.sluice.api.ValueType;
import dev.sluice.service.jdbc.connect.Session;
import dev.sluice.service.jdbc.dialect.Query;
import dev.sluice.service.jdbc.dialect.Signature;
import dev.sluice.service.jdbc.sql.SqlText;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.postgresql.PGConnection;
import org.postgresql.jdbc.PreferQueryMode;
import org.postgresql.util.PSQLWarning;
import org.postgresql.util.ServerErrorMessage;

/**
 * PostgreSQL's catalog. The server shows a statement as a query tree, in which all names are resolved as the session resolves
 * them. {@link Reach} starts from that tree. To get the tree, a temporary function with the statement as its body is created and
 * rolled back. The next proof creates the function again, because a name may by then refer to another object. If the session
 * cannot create such a function, the server prints the tree as a message to the session, and into its own log. To spare that log,
 * a printed tree is kept until the catalog has changed.
 */
final class PostgreSqlCatalog implements Catalog {

    /** The message with which {@code debug_print_parse} prints a query tree. */
    private static final String PRINTED = "parse tree:";

    /**
     * A prefix that makes the text differ from every executed text, because the driver may already have prepared the executed
     * text.
     */
    private static final String PROOF = "/* proof */ ";

    private static final int PRINTED_KEPT = 512;

    private static final String IN_CATALOG = "SET LOCAL search_path TO pg_catalog, pg_temp";

    /**
     * Whether the session can create the function. This needs release 14 or later (earlier releases do not store bodies as trees), a server that is no standby, and the right to create temporary objects.
     */
    private static final String DEFINES = "SELECT pg_catalog.current_setting('server_version_num')::int >= 140000"
            + " AND NOT pg_catalog.pg_is_in_recovery()"
            + " AND pg_catalog.has_database_privilege(pg_catalog.current_database(), 'TEMP')";

    private static final String BODY =
            "SELECT prosqlbody::text FROM pg_proc WHERE pronamespace = pg_my_temp_schema() AND proname = 'sluice_proof'";

    /** Selects the search path by which the session resolves names in statements. Other queries here use {@link #IN_CATALOG}. */
    private static final String PATH = "SELECT pg_catalog.array_to_string(pg_catalog.current_schemas(true), ', ')";

    /**
     * Computes a hash of all catalog rows by which names are resolved. With the same {@link #PATH}, an equal hash means that each
     * name in a statement still refers to the same object. For a table, the hash includes only the fields on which a name
     * depends, because other fields change daily. Temporary tables of other sessions are left out.
     */
    private static final String NAMES = """
            WITH others AS (SELECT oid FROM pg_namespace WHERE nspname LIKE 'pg\\_%temp\\_%' AND oid <> pg_my_temp_schema()),
              seen AS (SELECT oid, concat(relname, ' ', relnamespace, ' ', reltype, ' ', relkind) AS changed FROM pg_class
                WHERE relkind NOT IN ('i', 'I', 't') AND relnamespace NOT IN (SELECT oid FROM others))
            SELECT sum(hashtextextended(concat(kind, ' ', number, ' ', part, ' ', changed), 0)) FROM (
              SELECT 'class' AS kind, oid AS number, 0 AS part, changed FROM seen
              UNION ALL SELECT 'column', attrelid, attnum, a.xmin::text FROM pg_attribute AS a JOIN seen ON attrelid = oid
              UNION ALL SELECT 'schema', oid, 0, xmin::text FROM pg_namespace
              UNION ALL SELECT 'type', oid, 0, xmin::text FROM pg_type WHERE typnamespace NOT IN (SELECT oid FROM others)
              UNION ALL SELECT 'function', oid, 0, xmin::text FROM pg_proc WHERE pronamespace NOT IN (SELECT oid FROM others)
              UNION ALL SELECT 'operator', oid, 0, xmin::text FROM pg_operator
              UNION ALL SELECT 'operator class', oid, 0, xmin::text FROM pg_opclass
              UNION ALL SELECT 'operator of a family', oid, 0, xmin::text FROM pg_amop
              UNION ALL SELECT 'cast', oid, 0, xmin::text FROM pg_cast
              UNION ALL SELECT 'collation', oid, 0, xmin::text FROM pg_collation
              UNION ALL SELECT 'text search', oid, 0, xmin::text FROM pg_ts_config) AS names""";

    /**
     * How long a hash is used. A proof that relies on the hash is kept for another half minute, so a change by other programs is
     * seen within a minute.
     */
    private static final long NAMES_KEPT_NANOS = 25_000_000_000L;

    private final Session session;
    private final Facts facts;
    private final Map<String, NodeTree> printed = new HashMap<>();
    private final LongSupplier nanoClock;
    private boolean known;
    private boolean defines;
    private String names = "";
    private long namesSinceNanos;

    PostgreSqlCatalog(Session session, LongSupplier nanoClock) throws SQLException {
        this.session = session;
        this.facts = new Facts(session, nanoClock);
        this.nanoClock = nanoClock;
    }

    @Override
    public void forget() {
        facts.forget();
        printed.clear();
    }

    @Override
    public Footprint footprint(SqlText text, Signature signature) throws SQLException {
        if (facts.renew() || !known) {
            renew();
        }
        final Optional<NodeTree> query = defines ? Optional.of(defined(text, signature)) : printed(text, signature);
        if (query.isEmpty()) {
            return Footprint.unproved("the server cannot show what it touches: it creates no temporary function here,"
                    + " and preferQueryMode is simple or the server's messages do not arrive");
        }
        if (query.get().command()) {
            return Footprint.unproved("it is a command, and the server does not show what a command touches");
        }
        return new Reach(facts, query.get())
                .footprint(ParsedText.of(text, session.dialect().syntax()), signature)
                .orElseThrow(() -> new SQLException("the schema changed during the proof", "40001"));
    }

    private void renew() throws SQLException {
        inCatalog();
        defines = told(DEFINES).equals("t");
        session.rollback();
        if (!defines && (names.isEmpty() || nanoClock.getAsLong() - namesSinceNanos >= NAMES_KEPT_NANOS)) {
            final String path = told(PATH);
            inCatalog();
            final String now = path + ": " + told(NAMES);
            session.rollback();
            namesSinceNanos = nanoClock.getAsLong(); // after the query, which takes seconds if there are many tables
            if (!now.equals(names)) {
                printed.clear();
            }
            names = now;
        }
        known = true;
    }

    private String told(String question) throws SQLException {
        session.trip();
        return Query.texts(session.connection(), question).get(0);
    }

    /**
     * @param argument writes an argument that is not NULL; a NULL is written without a type, because the driver sends no type for
     *     it
     */
    private static String sql(SqlText text, Signature signature, Function<Signature.ParameterType, String> argument) {
        return text.sql(i -> {
            final Signature.ParameterType parameter = signature.parameters().get(i);
            return parameter.value() == ValueType.NULL ? "NULL" : argument.apply(parameter);
        });
    }

    private NodeTree defined(SqlText text, Signature signature) throws SQLException {
        final List<String> types = new ArrayList<>();
        final String body = sql(text, signature, parameter -> {
            types.add(session.dialect().sqlType(parameter));
            return "$" + types.size();
        });
        session.execute("SET TRANSACTION READ WRITE");
        session.trip();
        try (PreparedStatement statement = session.connection()
                .prepareStatement("CREATE FUNCTION pg_temp.sluice_proof(" + String.join(", ", types)
                        + ") RETURNS void LANGUAGE sql BEGIN ATOMIC " + body + ";\nEND")) {
            statement.execute();
        }
        inCatalog();
        return new NodeTree(told(BODY));
    }

    /** Requests the types of the parameters, so that the server parses and prints the statement, but does not run it. */
    private Optional<NodeTree> printed(SqlText text, Signature signature) throws SQLException {
        final PGConnection driver = session.connection().unwrap(PGConnection.class);
        if (driver.getPreferQueryMode() == PreferQueryMode.SIMPLE) {
            return Optional.empty(); // in this mode the driver would run the statement
        }
        final String sql = sql(
                text, signature, parameter -> "CAST(? AS " + session.dialect().sqlType(parameter) + ")");
        if (printed.containsKey(sql)) {
            inCatalog();
            return Optional.of(printed.get(sql));
        }
        session.execute("SET LOCAL debug_pretty_print TO off; SET LOCAL client_min_messages TO log;"
                + " SET LOCAL debug_print_parse TO on");
        final Optional<NodeTree> query = print(sql, signature);
        session.execute("SET LOCAL debug_print_parse TO off; " + IN_CATALOG);
        if (printed.size() == PRINTED_KEPT) {
            printed.clear();
        }
        query.ifPresent(tree -> printed.put(sql, tree));
        return query;
    }

    private Optional<NodeTree> print(String sql, Signature signature) throws SQLException {
        final long arguments = signature.parameters().stream()
                .filter(parameter -> parameter.value() != ValueType.NULL)
                .count();
        session.trip();
        try (PreparedStatement statement = session.connection().prepareStatement(PROOF + sql)) {
            for (int i = 1; i <= arguments; i++) {
                statement.setNull(i, Types.NULL);
            }
            statement.getParameterMetaData();
            Optional<NodeTree> last = Optional.empty(); // functions called during parsing are printed first
            for (SQLWarning said = statement.getWarnings(); said != null; said = said.getNextWarning()) {
                final ServerErrorMessage message =
                        said instanceof PSQLWarning warning ? warning.getServerErrorMessage() : null;
                if (message != null && PRINTED.equals(message.getMessage()) && message.getDetail() != null) {
                    last = Optional.of(new NodeTree(message.getDetail().replace('\n', ' '))); // it has line breaks
                }
            }
            return last;
        }
    }

    /** Sets the search path so that names in the next queries refer to PostgreSQL's own catalog. */
    private void inCatalog() throws SQLException {
        session.execute(IN_CATALOG);
    }
}
