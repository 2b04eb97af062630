package dev.sluice.faults.kill;

import dev.sluice.testsupport.PostgresOptions;
import dev.sluice.testsupport.PostgresServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** A PostgreSQL server of this run's own, its data kept in the run's directory. */
final class PostgresStores implements Stores {

    private final PostgresServer server;

    PostgresStores(Path directory) {
        server = PostgresServer.open(PostgresOptions.durableCommits().in(directory.resolve("postgresql")));
    }

    @Override
    public Store create(Path round, String name) throws SQLException {
        final String database = round.getFileName().toString().replace('-', '_') + "_" + name;
        return new Database(server, database, server.createDatabase(database));
    }

    @Override
    public void kill() {
        server.killServer();
    }

    @Override
    public void start() {
        server.start();
    }

    @Override
    public void close() {
        server.close();
    }

    private record Database(PostgresServer server, String name, String url) implements Store {

        @Override
        public String user() {
            return server.user();
        }

        @Override
        public void drop() throws SQLException {
            try (Connection connection = DriverManager.getConnection(server.jdbcUrl(), user(), "");
                    Statement statement = connection.createStatement()) {
                statement.execute("DROP DATABASE " + name + " WITH (FORCE)");
            }
        }
    }
}
