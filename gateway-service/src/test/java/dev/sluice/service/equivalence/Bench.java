package dev.sluice.service.equivalence;

import dev.sluice.service.jdbc.OracleTurn;
import dev.sluice.testsupport.LocalPorts;
import dev.sluice.testsupport.MariaDbServer;
import dev.sluice.testsupport.PostgresServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import org.hsqldb.server.Server;

/** Two equal databases of one product: one for the gateway, one for the reference. */
final class Bench implements AutoCloseable {

    /** One program in so many is also run by a gateway that takes one request at a time. */
    private static final int ONE_AT_A_TIME = 3;

    private final Product product;
    private final String url;
    private final String user;
    private final String password;
    private final Closing closing;
    private final Lock turn;
    private final Connection subject;
    private final Connection reference;
    private final Tally tally = new Tally();

    private Bench(Product product, String url, String referenceUrl, String user) throws SQLException {
        this(product, url, referenceUrl, user, "", () -> {});
    }

    private Bench(Product product, String url, String referenceUrl, String user, String password, Closing closing)
            throws SQLException {
        this.product = product;
        this.url = url;
        this.user = user;
        this.password = password;
        this.closing = closing;
        this.turn = OracleTurn.of(url);
        if (product == Product.POSTGRESQL) {
            fixPlans(url, user);
            fixPlans(referenceUrl, user);
        }
        this.subject = DriverManager.getConnection(url, user, password);
        this.reference = DriverManager.getConnection(referenceUrl, user, password);
        Tables.create(subject, product);
        Tables.create(reference, product);
    }

    private interface Closing {
        void close() throws SQLException;
    }

    /** @param directory for files */
    static Bench open(Product product, Path directory) throws SQLException {
        return switch (product) {
            case HSQLDB -> new Bench(product, "jdbc:hsqldb:mem:equivalence", "jdbc:hsqldb:mem:reference", "SA");
            case HSQLDB_FILE -> {
                final String file = "jdbc:hsqldb:file:" + directory;
                yield new Bench(product, file + "/equivalence", file + "/reference", "SA");
            }
            case HSQLDB_SERVER -> {
                final String server = hsqldbServer();
                yield new Bench(product, server + "/equivalence", server + "/reference", "SA");
            }
            case H2 ->
                new Bench(
                        product,
                        "jdbc:h2:mem:equivalence;DB_CLOSE_DELAY=-1",
                        "jdbc:h2:mem:reference;DB_CLOSE_DELAY=-1",
                        "sa");
            case SQLITE -> {
                final String file = "?foreign_keys=true&journal_mode=WAL&synchronous=OFF";
                final String url = "jdbc:sqlite:" + directory;
                yield new Bench(product, url + "/equivalence.db" + file, url + "/reference.db" + file, "");
            }
            case DERBY -> {
                final String url = "jdbc:derby:memory:%s;create=true";
                yield new Bench(product, url.formatted("equivalence"), url.formatted("reference"), "APP");
            }
            case MARIADB -> {
                final MariaDbServer server = MariaDbServer.given().orElseThrow();
                final String url = server.createDatabase("equivalence");
                final String reference = server.createDatabase("reference");
                yield new Bench(product, url, reference, server.user(), server.password(), () -> {
                    server.drop(url);
                    server.drop(reference);
                });
            }
            case POSTGRESQL -> {
                final PostgresServer server = PostgresServer.shared();
                // nothing kept, nothing as bits: each statement is the first of its text, and arrays are the server's
                final String plain = "?preparedStatementCacheQueries=0&binaryTransfer=false";
                yield new Bench(
                        product,
                        server.createDatabase("equivalence"),
                        server.createDatabase("reference") + plain,
                        server.user());
            }
        };
    }

    /** A server in this JVM, for as long as it runs, with two databases in memory. */
    private static String hsqldbServer() {
        final int port = LocalPorts.free();
        final Server server = new Server();
        server.setSilent(true);
        server.setLogWriter(null);
        server.setErrWriter(null);
        server.setAddress("127.0.0.1");
        server.setPort(port);
        server.setDatabaseName(0, "equivalence");
        server.setDatabasePath(0, "mem:served-equivalence");
        server.setDatabaseName(1, "reference");
        server.setDatabasePath(1, "mem:served-reference");
        server.start();
        return "jdbc:hsqldb:hsql://127.0.0.1:" + port;
    }

    /**
     * PostgreSQL may compute what has no column in it when it plans, so that {@code 10 / ?} fails with no row to compute
     * it for, or not until it reaches one: which, it decides anew by how often a statement was run. Here never when it
     * plans, so that there is one right answer.
     */
    private static void fixPlans(String url, String user) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, user, "");
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "ALTER DATABASE " + connection.getCatalog() + " SET plan_cache_mode = force_generic_plan");
        }
    }

    /** The database and its version. */
    String version() throws SQLException {
        final DatabaseMetaData database = reference.getMetaData();
        return database.getDatabaseProductName() + " " + database.getDatabaseProductVersion();
    }

    Tally tally() {
        return tally;
    }

    /** What differs between the gateway and the reference, if anything does. */
    Optional<String> difference(Program program) throws SQLException {
        final Reference oneByOne = new Reference(reference, product);
        final List<Answer> expected = inTurn(() -> {
            Tables.fill(reference, program.seed());
            return program.requests().stream().map(oneByOne::answer).toList();
        });
        final Map<String, List<String>> tables = inTurn(() -> Tables.contents(reference));
        final Optional<String> chunked = difference(program, expected, tables, tally);
        if (chunked.isPresent() || program.seed() % ONE_AT_A_TIME != 0) {
            return chunked;
        }
        final Tally apart = new Tally();
        final Optional<String> single = difference(program.oneAtATime(), expected, tables, apart);
        tally.compare(program, apart);
        return single;
    }

    private Optional<String> difference(
            Program run, List<Answer> expected, Map<String, List<String>> tables, Tally counts) throws SQLException {
        inTurn(() -> {
            Tables.fill(subject, run.seed());
            return null;
        });
        final GatewayRun outcome = GatewayRun.of(run, url, user, password);
        counts.count(run, expected, outcome);
        final List<String> differences = new ArrayList<>();
        for (int i = 0; i < expected.size() && differences.size() < 3; i++) {
            if (!expected.get(i).equals(outcome.answers().get(i))) {
                differences.add("  request " + i + ": " + run.requests().get(i) + "\n    expected " + expected.get(i)
                        + "\n    but was  " + outcome.answers().get(i));
            }
        }
        final Map<String, List<String>> contents = inTurn(() -> Tables.contents(subject));
        tables.forEach((table, rows) -> {
            if (!Objects.equals(rows, contents.get(table))) {
                differences.add(
                        "  table " + table + "\n    expected " + rows + "\n    but was  " + contents.get(table));
            }
        });
        return differences.isEmpty() ? Optional.empty() : Optional.of(run + "\n" + String.join("\n", differences));
    }

    private interface Work<T> {
        T run() throws SQLException;
    }

    /** Another database's gateway may be at work on HSQLDB in this JVM. */
    private <T> T inTurn(Work<T> work) throws SQLException {
        turn.lock();
        try {
            return work.run();
        } finally {
            turn.unlock();
        }
    }

    @Override
    public void close() throws SQLException {
        subject.close();
        reference.close();
        closing.close();
    }
}
