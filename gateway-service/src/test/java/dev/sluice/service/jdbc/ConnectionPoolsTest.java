package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sluice.service.FakeDriver;
import dev.sluice.service.config.DatabaseConfig;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.jdbc.connect.ConnectionPools;
import dev.sluice.service.jdbc.connect.Pool;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectionPoolsTest extends JdbcTest {

    private static DatabaseConfig config(String url, String user, String timeout) {
        return GatewayConfig.parse(
                        "name: gw\ndatabases:\n  main: {url: '" + url + "', user: '" + user + "', connectionTimeout: "
                                + timeout + "}\n",
                        Path.of("."),
                        name -> null)
                .databases()
                .get("main");
    }

    /** The smallest of a gateway's timeouts would hold for every database of the process. */
    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void shouldLeaveTheLoginTimeoutOfTheProcessAloneWhenAPoolIsOpened(TestDatabase kind) throws SQLException {
        final int before = DriverManager.getLoginTimeout();
        final Database database = database(kind);
        try (Pool pool = ConnectionPools.updates("gw", config(database.url(), database.user(), "60s"), 1)) {
            pool.connection().close();
            assertEquals(before, DriverManager.getLoginTimeout());
        }
    }

    @Test
    void shouldSayWhatItWaitedForAndWhichKeyLimitsThatWhenNoConnectionIsFree() throws SQLException {
        final Database database = database(TestDatabase.HSQLDB);
        try (Pool pool = ConnectionPools.updates("gw", config(database.url(), database.user(), "250ms"), 1);
                Connection held = Awaitility.await().ignoreExceptions().until(pool::connection, Objects::nonNull)) {
            assertFalse(held.isClosed());
            assertEquals(
                    "no connection within 250 ms (databases.main.connectionTimeout): every connection of the pool is in use",
                    assertThrows(SQLException.class, pool::connection).getMessage());
        }
    }

    /** A server that takes connections and never says a word. */
    @ParameterizedTest
    @ValueSource(strings = {"jdbc:postgresql://%s/db", "jdbc:hsqldb:hsql://%s/db", "jdbc:mariadb://%s/db"})
    void shouldEndAnAttemptWhenAServerIsSilent(String url) throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            final String address = "127.0.0.1:" + silent.getLocalPort();
            assertThrows(
                    SQLException.class, () -> ConnectionPools.once("gw", config(url.formatted(address), "sa", "1s")));
        }
    }

    /** Whoever deletes, moves or opens the files after a gateway has ended would find others. */
    @ParameterizedTest
    @Timeout(60)
    @ValueSource(strings = {"jdbc:duckdb:%s", "jdbc:h2:%s", "jdbc:hsqldb:file:%s"})
    void shouldWriteNoFileOfADatabaseInThisProcessWhenItsPoolIsClosed(String url, @TempDir Path directory)
            throws IOException {
        final Map<Path, Set<String>> whenClosed = new TreeMap<>();
        for (int i = 0; i < 20; i++) {
            final Path files = Files.createDirectory(directory.resolve("db" + i));
            final Pool pool = ConnectionPools.reads("gw", config(url.formatted(files.resolve("db")), "", "60s"), 4);
            while (files(files).isEmpty()) {
                Thread.onSpinWait(); // it is being opened
            }
            pool.close();
            whenClosed.put(files, files(files));
        }
        for (final Path files : whenClosed.keySet()) {
            assertEquals(whenClosed.get(files), files(files), files::toString);
        }
    }

    private static Set<String> files(Path directory) {
        return Set.of(directory.toFile().list());
    }

    /** Each pool of a database that is away would hold up the end of its gateway by the time that a connection may take. */
    @Test
    @Timeout(60)
    void shouldWaitForNoConnectionThatIsBeingMadeWhenAPoolIsClosedAndCloseItOnceItIsMade() throws Exception {
        final Connection made =
                DriverManager.getConnection(database(TestDatabase.HSQLDB).url(), "SA", "");
        final CountDownLatch connecting = new CountDownLatch(1);
        final CompletableFuture<Void> closed = new CompletableFuture<>();
        final Driver slow = new FakeDriver() {
            @Override
            public boolean acceptsURL(String url) {
                return url.startsWith("jdbc:slow:");
            }

            @Override
            public Connection connect(String url, Properties properties) {
                if (!acceptsURL(url)) {
                    return null;
                }
                connecting.countDown();
                closed.join();
                return made;
            }
        };
        DriverManager.registerDriver(slow);
        try {
            final Pool pool = ConnectionPools.updates("gw", config("jdbc:slow:1", "sa", "10m"), 1);
            connecting.await();
            pool.close();
            closed.complete(null);
            Awaitility.await().until(made::isClosed);
        } finally {
            closed.complete(null);
            DriverManager.deregisterDriver(slow);
        }
    }
}
