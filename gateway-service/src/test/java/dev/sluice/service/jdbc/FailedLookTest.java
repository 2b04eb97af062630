package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.service.CapturedLog;
import dev.sluice.service.FakeDriver;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.jdbc.probe.DatabaseProbe;
import dev.sluice.service.jdbc.probe.DatabaseReport;
import dev.sluice.service.jdbc.probe.DatabaseReport.Prepared;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A look at a catalog fails by a fault that is no answer of the database: nothing is proved by it, and nothing ends. */
class FailedLookTest extends AsIfAlone {

    private static final FaultyDriver DRIVER = new FaultyDriver();

    private static final AtomicInteger MADE = new AtomicInteger();

    /** H2's and HSQLDB's driver, which fails while it reads what the catalog says. */
    private static final class FaultyDriver extends FakeDriver {

        private static final String PREFIX = "jdbc:faulty:";

        @Override
        public boolean acceptsURL(String url) {
            return url.startsWith(PREFIX);
        }

        @Override
        public Connection connect(String url, Properties properties) throws SQLException {
            if (!acceptsURL(url)) {
                return null;
            }
            final String[] parts = url.substring(PREFIX.length()).split(":", 2);
            return wrapped(Connection.class, DriverManager.getConnection("jdbc:" + parts[1], "SA", ""), parts[0]);
        }

        @SuppressWarnings("unchecked") // the proxy is of that type
        private static <T> T wrapped(Class<T> type, T real, String fault) {
            return (T) Proxy.newProxyInstance(
                    type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                        final boolean describes = method.getName().equals("getParameterMetaData")
                                || method.getName().equals("getMetaData") && type == PreparedStatement.class;
                        if (fault.equals("metadata") && describes) {
                            throw new UnsupportedOperationException("this driver describes nothing");
                        }
                        try {
                            final Object result = method.invoke(real, arguments);
                            if (method.getName().equals("prepareStatement")
                                    && arguments[0]
                                            .toString()
                                            .toUpperCase(Locale.ROOT)
                                            .contains("INFORMATION_SCHEMA.")) {
                                return wrapped(PreparedStatement.class, (PreparedStatement) result, fault + "-now");
                            }
                            if (method.getName().equals("executeQuery")) {
                                fail(fault);
                            }
                            return result instanceof PreparedStatement statement
                                    ? wrapped(PreparedStatement.class, statement, fault)
                                    : result;
                        } catch (final InvocationTargetException e) {
                            throw e.getCause();
                        }
                    });
        }

        private static void fail(String fault) {
            switch (fault) {
                case "null-now" -> throw new NullPointerException("a column that was expected");
                case "class-now" -> throw new NoClassDefFoundError("of a type");
                case "method-now" -> throw new AbstractMethodError("of an old driver");
                case "stack-now" -> throw new StackOverflowError();
                default -> {}
            }
        }
    }

    private String fault;
    private String product;

    @BeforeAll
    static void register() throws SQLException {
        DriverManager.registerDriver(DRIVER);
    }

    @AfterAll
    static void deregister() throws SQLException {
        DriverManager.deregisterDriver(DRIVER);
    }

    @Override
    Database made() {
        final String settings = product.equals("h2") ? ";DB_CLOSE_DELAY=-1" : "";
        return new Database(
                null, "jdbc:faulty:" + fault + ":" + product + ":mem:faulty" + MADE.incrementAndGet() + settings, "SA");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"null h2", "class h2", "method h2", "stack h2", "metadata h2", "null hsqldb", "class hsqldb"})
    void shouldAnswerAsAloneWhenALookAtTheCatalogFails(String faultOfProduct) throws SQLException {
        fault = faultOfProduct.split(" ")[0];
        product = faultOfProduct.split(" ")[1];
        schema("CREATE TABLE t (id BIGINT PRIMARY KEY, n BIGINT)", "CREATE VIEW v AS SELECT id, n FROM t WHERE n > 0");
        tables("SELECT id, n FROM t ORDER BY id");
        for (long id = 0; id < 30; id++) {
            update("INSERT INTO t VALUES (?, ?)", id % 17, id);
            lookup("SELECT n FROM t WHERE id = ?", id % 5);
            update("UPDATE t SET n = n + 1 WHERE id = ?", id % 3);
            query("SELECT n FROM v WHERE id = ? AND n NOT IN (7, 8)", id % 4);
        }
        assertAsIfAlone(40);
    }

    @Test
    void shouldSayOnceThatALookFailed() throws SQLException {
        fault = "null";
        product = "h2";
        final Database database = made();
        database.execute("CREATE TABLE t (id BIGINT PRIMARY KEY, n BIGINT)");
        final List<String> log = CapturedLog.of(() -> {
            final JdbcGateway gateway = gateway(database, "", """
                    lookups:
                      one: {sql: 'SELECT n FROM t WHERE id = ?', types: [long]}
                    statements:
                      count: {sql: 'UPDATE t SET n = n + 1 WHERE id = ?', types: [long]}
                    """);
            for (long id = 0; id < 9; id++) {
                gateway.lookup("one", id).update("count", id);
            }
            gateway.texts();
        });
        assertTrue(count(log, "An inspection of a database failed") <= 1, log::toString);
        assertEquals(
                1,
                count(
                        log,
                        "statement 'count' has a transaction of its own for each update: the catalog cannot"
                                + " be asked: the inspection failed: java.lang.NullPointerException"),
                log::toString);
        assertEquals(1, count(log, "lookup 'one' goes one at a time: the catalog cannot be asked"), log::toString);
    }

    private static long count(List<String> log, String words) {
        return log.stream().filter(line -> line.contains(words)).count();
    }

    @Test
    void shouldCheckEachStatementWhenALookFails() throws Exception {
        fault = "null";
        product = "h2";
        final GatewayConfig config = GatewayConfig.parse(
                "name: gw\ndatabases:\n" + made().section("main") + """
                lookups:
                  one: {sql: 'SELECT 1 AS n FROM DUAL WHERE 1 = ?', types: [long]}
                """,
                Path.of("").toAbsolutePath(),
                name -> null);
        final DatabaseReport report =
                DatabaseProbe.look(config, config.databases().get("main"));
        assertEquals(List.of(), report.problems());
        final Prepared.As one =
                assertInstanceOf(Prepared.As.class, report.prepared().get("one"));
        assertTrue(one.form().contains("the catalog cannot be asked: the inspection failed"), one.form());
    }
}
