package dev.sluice.perf.lab;

import dev.sluice.testsupport.PostgresOptions;
import dev.sluice.testsupport.PostgresServer;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Creates databases for experiments, one for each service. A commit returns only when it is on the disk.
 *
 * @param server the PostgreSQL server; empty for HSQLDB, which has no server: the service opens the files in its own process
 * @param directory the directory for database files
 */
public record DurableDatabases(Optional<PostgresServer> server, Path directory) implements AutoCloseable {

    /** The kinds of database that can be measured. */
    public enum Kind {
        HSQLDB("HSQLDB"),
        POSTGRESQL("PostgreSQL");

        private final String title;

        Kind(String title) {
            this.title = title;
        }

        public String title() {
            return title;
        }
    }

    /** Returns a creator of databases of the given kind. For PostgreSQL, starts a server. */
    public static DurableDatabases open(Kind kind, Path directory) {
        final Optional<PostgresServer> server = kind == Kind.HSQLDB
                ? Optional.empty()
                : Optional.of(PostgresServer.open(PostgresOptions.durableCommits()));
        return new DurableDatabases(server, directory);
    }

    /** Creates an empty database. */
    public Database create(String name) throws SQLException {
        if (server.isPresent()) {
            return new Database(server.get().createDatabase(name), server.get().user());
        }
        final Path file = directory.resolve(name).resolve("db");
        return new Database("jdbc:hsqldb:file:" + file + ";hsqldb.write_delay=false;shutdown=true", "SA");
    }

    /** Describes the server and its durability settings, for the report. */
    public String described() {
        return server.isPresent()
                ? "a PostgreSQL server of its own, fsync and synchronous_commit on"
                : "HSQLDB on files, in the service's process, WRITE DELAY FALSE";
    }

    @Override
    public void close() {
        server.ifPresent(PostgresServer::close);
    }
}
