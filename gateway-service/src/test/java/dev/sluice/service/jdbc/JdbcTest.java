package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.service.config.yaml.Secrets;
import dev.sluice.service.jdbc.connect.Session;
import dev.sluice.service.jdbc.dialect.Dialects;
import dev.sluice.service.jdbc.proof.Footprints;
import dev.sluice.service.jdbc.proof.SchemaChanges;
import dev.sluice.testsupport.MariaDbServer;
import dev.sluice.testsupport.PostgresServer;
import dev.sluice.testsupport.SqlDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;

/** Tests on databases of their own. */
abstract class JdbcTest {

    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final List<AutoCloseable> open = new ArrayList<>();
    private final List<AutoCloseable> dropped = new ArrayList<>();

    /** An empty database. */
    record Database(TestDatabase kind, String url, String user, String password) {

        Database(TestDatabase kind, String url, String user) {
            this(kind, url, user, "");
        }

        /** The same with more options in its URL. */
        Database with(String... options) {
            final StringBuilder longer = new StringBuilder(url);
            for (final String option : options) {
                longer.append(longer.indexOf("?") < 0 ? '?' : '&').append(option);
            }
            return new Database(kind, longer.toString(), user, password);
        }

        private SqlDatabase sql() {
            return new SqlDatabase(url, user, password);
        }

        Connection connect() throws SQLException {
            return sql().connect();
        }

        void execute(String... statements) throws SQLException {
            sql().execute(statements);
        }

        /** The rows of a query, their values separated by spaces. */
        List<String> rows(String query) throws SQLException {
            return sql().rows(query);
        }

        /** Its part of a configuration. */
        String section(String name) {
            return "  " + name + ":\n    url: " + url + "\n    user: " + user
                    + (password.isEmpty() ? "" : "\n    password: " + password)
                    + "\n    backoff: 10ms\n    maxBackoff: 50ms\n";
        }
    }

    final Database database(TestDatabase kind) throws SQLException {
        final String name = "jdbc" + NUMBER.incrementAndGet();
        return switch (kind) {
            case POSTGRESQL ->
                new Database(
                        kind,
                        PostgresServer.shared().createDatabase(name),
                        PostgresServer.shared().user());
            case HSQLDB -> new Database(kind, "jdbc:hsqldb:mem:" + name, "SA");
            case H2 -> new Database(kind, "jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1", "sa");
        };
    }

    /**
     * A new one on the server that is given; without one the test is skipped. It is dropped when all gateways are closed.
     *
     * @param options of its URL, as in {@code sessionVariables=sql_mode='ANSI'}
     */
    final Database mariaDb(String prefix, String... options) throws SQLException {
        assumeTrue(MariaDbServer.given().isPresent(), MariaDbServer::none);
        final MariaDbServer server = MariaDbServer.given().orElseThrow();
        final String url = server.createDatabase(prefix);
        dropped.add(() -> server.drop(url));
        return new Database(null, url, server.user(), server.password()).with(options);
    }

    /** The database that a server has from the start. */
    static Database at(PostgresServer server) {
        return new Database(TestDatabase.POSTGRESQL, server.jdbcUrl(), server.user());
    }

    /** A session that asks the catalog. */
    static Session session(Connection connection) throws SQLException {
        return new Session(connection, Dialects.of(connection), 10, Secrets.NONE);
    }

    /** What statements touch, as the catalog of that session proves it. */
    static Footprints footprints(Session session) {
        return new Footprints(session, System::nanoTime, new SchemaChanges());
    }

    /** A gateway with that database as its only one. */
    final JdbcGateway gateway(Database database, String databaseKeys, String rest) {
        return gateway("name: gw\nlimits:\n  resultRows: 100\n  resultBytes: 64KB\ndatabases:\n"
                + database.section("main") + databaseKeys.indent(4) + rest);
    }

    /** A gateway on queues that others used before it, or will use. */
    final JdbcGateway gateway(Database database, String databaseKeys, Queues queues, int crashAt) {
        final JdbcGateway gateway = new JdbcGateway(
                "name: gw\ndatabases:\n" + database.section("main") + "    adHoc: true\n" + databaseKeys,
                queues,
                crashAt);
        open.add(gateway);
        return gateway;
    }

    final JdbcGateway gateway(String yaml) {
        final JdbcGateway gateway = new JdbcGateway(yaml);
        open.add(gateway);
        return gateway;
    }

    @AfterEach
    final void closeAll() throws Exception {
        for (final AutoCloseable closeable : open) {
            closeable.close();
        }
        open.clear();
        for (final AutoCloseable database : dropped) {
            database.close();
        }
        dropped.clear(); // a class may have one instance for all of its tests
    }
}
