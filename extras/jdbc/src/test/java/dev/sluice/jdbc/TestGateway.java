package dev.sluice.jdbc;

import dev.sluice.service.GatewayProgram;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.core.GatewayCounts;
import dev.sluice.testsupport.GatewayYaml;
import dev.sluice.testsupport.PostgresServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** A gateway over real queues and a real database, which takes SQL. */
public final class TestGateway implements AutoCloseable {

    private final Path queues;
    private final String url;
    private final String user;
    private final GatewayProgram program;
    private final Thread thread;

    private TestGateway(Path queues, String url, String user, Object adHoc) {
        this.queues = queues;
        this.url = url;
        this.user = user;
        final GatewayYaml yaml = new GatewayYaml("jdbc", queues)
                .with("queues.diskReserve", "1MB")
                .with("databases.main.url", url)
                .with("databases.main.user", user)
                .with("databases.main.adHoc", adHoc);
        program = GatewayProgram.open(GatewayConfig.parse(yaml.toString(), Path.of(""), name -> null));
        thread = new Thread(program::run, "service");
        thread.start();
    }

    /** The databases that the driver is tried with. */
    public enum Kind {
        POSTGRESQL,
        HSQLDB
    }

    public static TestGateway start(Path directory, Kind kind) throws SQLException {
        if (kind == Kind.HSQLDB) {
            return new TestGateway(directory.resolve("queues"), "jdbc:hsqldb:mem:" + UUID.randomUUID(), "SA", true);
        }
        return postgreSql(directory, true);
    }

    public static TestGateway postgreSql(Path directory, Object adHoc) throws SQLException {
        final PostgresServer server = PostgresServer.shared();
        final String database =
                server.createDatabase("jdbc_" + UUID.randomUUID().toString().replace("-", ""));
        return new TestGateway(directory.resolve("queues"), database, server.user(), adHoc);
    }

    public Path queues() {
        return queues;
    }

    /** The driver's URL of it. */
    String jdbcUrl() {
        return "jdbc:sluice:" + queues + "?database=main";
    }

    /** Over the gateway. */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(jdbcUrl());
    }

    /** The database itself, by its own driver. */
    public Connection connectDirectly() throws SQLException {
        return DriverManager.getConnection(url, user, "");
    }

    /** The PostgreSQL itself, by its own driver. */
    public DataSource direct() {
        final PGSimpleDataSource source = new PGSimpleDataSource();
        source.setURL(url);
        source.setUser(user);
        return source;
    }

    public void execute(String... texts) throws SQLException {
        try (Connection connection = connectDirectly();
                Statement statement = connection.createStatement()) {
            for (final String sql : texts) {
                statement.execute(sql);
            }
        }
    }

    public GatewayCounts counts() {
        return program.counts().get(0);
    }

    void stop() {
        program.stop();
        try {
            thread.join();
        } catch (final InterruptedException e) {
            throw new AssertionError("interrupted while the gateway stops", e);
        }
    }

    @Override
    public void close() {
        stop();
        program.close();
    }
}
