package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A call that is neither answered nor an outage: something fails in the gateway itself, and ends it. */
class FailingCallTest {

    private static final long POISON = 13;
    private static final int REQUESTS = 20;

    @RegisterExtension
    private final ServedQueues served =
            ServedQueues.declaring("""
                    limits: {quarantineAfter: 2}
                    lookups:
                      number: {sql: 'VALUES (CAST(? AS BIGINT))', types: [long], reads: []}
                    """).at("jdbc:incomplete:mem:failing", "SA").database("updates: at-least-once");

    /** HSQLDB's driver, which lacks a class whenever it is given one number. */
    private static final class IncompleteDriver extends FakeDriver {

        private static final String PREFIX = "jdbc:incomplete:";

        @Override
        public boolean acceptsURL(String url) {
            return url.startsWith(PREFIX);
        }

        @Override
        public Connection connect(String url, Properties properties) throws SQLException {
            if (!acceptsURL(url)) {
                return null;
            }
            final Connection connection =
                    DriverManager.getConnection("jdbc:hsqldb:" + url.substring(PREFIX.length()), "SA", "");
            return wrapped(Connection.class, connection);
        }

        @SuppressWarnings("unchecked") // the proxy is of that type
        private static <T> T wrapped(Class<T> type, T real) {
            return (T) Proxy.newProxyInstance(
                    type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                        if (method.getName().startsWith("set") && arguments.length > 1 && arguments[1].equals(POISON)) {
                            throw new NoClassDefFoundError("of the number " + POISON);
                        }
                        try {
                            final Object result = method.invoke(real, arguments);
                            return result instanceof PreparedStatement statement
                                    ? wrapped(PreparedStatement.class, statement)
                                    : result;
                        } catch (final InvocationTargetException e) {
                            throw e.getCause();
                        }
                    });
        }
    }

    @Test
    void shouldFailOnlyTheRequestWhoseCallFailsEachTimeItIsMadeAlone() throws SQLException {
        final Driver driver = new IncompleteDriver();
        DriverManager.registerDriver(driver);
        try {
            for (long i = 0; i < REQUESTS; i++) {
                served.client().requests().lookup("number", i);
            }
            for (int end = 0; end <= 2; end++) {
                endByItself();
            }
            final RunningGateway last = served.start();
            check(served.results());
            assertEquals(1, last.counts().quarantined());
        } finally {
            DriverManager.deregisterDriver(driver);
        }
    }

    private void endByItself() {
        final RunningGateway gateway = served.start();
        Awaitility.await().until(() -> !gateway.alive());
        final AssertionError failure = assertThrows(AssertionError.class, served::stop);
        assertTrue(failure.getCause().getMessage().contains("a worker of main failed"), failure.getCause()::toString);
    }

    private static void check(List<String> results) {
        assertEquals(REQUESTS, results.size());
        for (int i = 0; i < REQUESTS; i++) {
            if (i == POISON) {
                assertTrue(results.get(i).startsWith("number: failed INTERNAL  'number', request "), results.get(i));
            } else {
                assertEquals("number: rows [{C1=" + i + "}]", results.get(i));
            }
        }
    }
}
