package dev.sluice.faults.kill;

import dev.sluice.testsupport.PostgresOptions;
import dev.sluice.testsupport.PostgresServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** A PostgreSQL server for this run only, with its data in the run's directory. */
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

    private record Database(PostgresServer server, String name, String url) implements Store, Restorable {

        @Override
        public String user() {
            return server.user();
        }

        @Override
        public Restorable restorable() {
            return this;
        }

        @Override
        public void backUp() throws SQLException {
            execute(drop(backup()), create(backup(), name));
        }

        @Override
        public void setBack() throws SQLException {
            execute(drop(aside()), rename(name, aside()), create(name, backup()));
        }

        @Override
        public void putBack() throws SQLException {
            execute(drop(name), rename(aside(), name));
        }

        @Override
        public void drop() throws SQLException {
            execute(drop(name), drop(backup()), drop(aside()));
        }

        private String backup() {
            return name + "_backup";
        }

        private String aside() {
            return name + "_aside";
        }

        private static String drop(String database) {
            return "DROP DATABASE IF EXISTS " + database + " WITH (FORCE)";
        }

        private static String create(String database, String template) {
            return "CREATE DATABASE " + database + " TEMPLATE " + template;
        }

        private static String rename(String database, String to) {
            return "ALTER DATABASE " + database + " RENAME TO " + to;
        }

        /** Runs statements on another database; the server waits some seconds for the sessions of a killed gateway to end. */
        private void execute(String... statements) throws SQLException {
            try (Connection connection = DriverManager.getConnection(server.jdbcUrl(), user(), "");
                    Statement statement = connection.createStatement()) {
                for (final String sql : statements) {
                    statement.execute(sql);
                }
            }
        }
    }
}
