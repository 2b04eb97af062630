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
    public Store create(Path round, String name, Store.Tables tables) throws SQLException {
        final String database = round.getFileName().toString().replace('-', '_') + "_" + name;
        final Database created = new Database(database, server.createDatabase(database));
        try (Connection connection = created.inspect()) {
            tables.create(connection);
        }
        return created;
    }

    @Override
    public void close() {
        server.close();
    }

    private final class Database implements Store {

        private final String name;
        private final String url;

        Database(String name, String url) {
            this.name = name;
            this.url = url;
        }

        @Override
        public String url() {
            return url;
        }

        @Override
        public String user() {
            return server.user();
        }

        @Override
        public Connection inspect() throws SQLException {
            return DriverManager.getConnection(url, user(), "");
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
