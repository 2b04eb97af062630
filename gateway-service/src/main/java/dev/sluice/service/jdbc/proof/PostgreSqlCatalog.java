package dev.sluice.service.jdbc.proof;

import dev.sluice.api.ValueType;
import dev.sluice.service.jdbc.connect.Session;
import dev.sluice.service.jdbc.dialect.Query;
import dev.sluice.service.jdbc.dialect.Signature;
import dev.sluice.service.jdbc.dialect.SqlStates;
import dev.sluice.service.jdbc.sql.SqlText;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * PostgreSQL's catalog. A statement becomes the body of a temporary function, which the server keeps as the query that its
 * parser understood, with all names resolved as the session resolves them; {@link Reach} goes on from there. The function
 * is rolled back, and made anew when it is asked again: a name may mean another thing by then.
 */
final class PostgreSqlCatalog implements Catalog {

    /** The first one that keeps the body of a function as a query. */
    private static final int KEEPS_QUERIES = 14;

    private static final String BODY =
            "SELECT prosqlbody::text FROM pg_proc WHERE pronamespace = pg_my_temp_schema() AND proname = 'sluice_proof'";

    private final Session session;
    private final Facts facts;
    private final int version;

    PostgreSqlCatalog(Session session, LongSupplier nanoClock) throws SQLException {
        this.session = session;
        this.facts = new Facts(session, nanoClock);
        this.version = session.connection().getMetaData().getDatabaseMajorVersion();
    }

    @Override
    public void forget() {
        facts.forget();
    }

    @Override
    public Footprint footprint(SqlText text, Signature signature) throws SQLException {
        if (version < KEEPS_QUERIES) {
            return Footprint.unproved("PostgreSQL " + version + " does not tell what a statement touches; "
                    + KEEPS_QUERIES + " and later do");
        }
        facts.renew();
        try {
            define(definition(text, signature));
        } catch (final SQLException e) {
            return refused(e);
        }
        inCatalog();
        session.trip();
        final NodeTree query =
                new NodeTree(Query.texts(session.connection(), BODY).get(0));
        return new Reach(facts, query)
                .footprint(ParsedText.of(text, session.dialect().syntax()), signature)
                .orElseThrow(() -> new SQLException("the schema changed while it was looked at", "40001"));
    }

    /** Of a NULL the driver leaves the type to the server: there the server finds it out as well. */
    private String definition(SqlText text, Signature signature) {
        final List<String> types = new ArrayList<>();
        final String body = text.sql(i -> {
            final Signature.ParameterType parameter = signature.parameters().get(i);
            if (parameter.value() == ValueType.NULL) {
                return "NULL";
            }
            types.add(session.dialect().sqlType(parameter));
            return "$" + types.size();
        });
        return "CREATE FUNCTION pg_temp.sluice_proof(" + String.join(", ", types)
                + ") RETURNS void LANGUAGE sql BEGIN ATOMIC " + body + ";\nEND";
    }

    private void define(String definition) throws SQLException {
        final Connection connection = session.connection();
        if (connection.isReadOnly()) {
            session.execute("SET TRANSACTION READ WRITE");
        }
        session.trip();
        try (PreparedStatement statement = connection.prepareStatement(definition)) {
            statement.execute();
        }
    }

    private Footprint refused(SQLException error) throws SQLException {
        if (SqlStates.state(error).equals("42501")) {
            session.rollback();
            session.trip();
            final String allowed = "SELECT pg_catalog.has_database_privilege(pg_catalog.current_database(), 'TEMP')";
            if (Query.texts(session.connection(), allowed).contains("f")) {
                return Footprint.unproved(
                        "the user may make no temporary functions, which show what a statement touches:"
                                + " GRANT TEMPORARY ON DATABASE lets it");
            }
        }
        throw error;
    }

    /** Names in what follows are the catalog's. */
    private void inCatalog() throws SQLException {
        session.execute("SET LOCAL search_path TO pg_catalog, pg_temp");
    }
}
