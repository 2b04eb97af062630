package dev.sluice.perf.lab;

import dev.sluice.testsupport.PostgresOptions;
import dev.sluice.testsupport.PostgresServer;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Makes databases in which a commit is on the disk when it is answered, one for each service.
 *
 * @param server of PostgreSQL; HSQLDB has a file for each database, opened by the one process that uses it
 * @param directory for files
 */
public record DurableDatabases(Optional<PostgresServer> server, Path directory) implements AutoCloseable {

    /** The kinds that can be measured. */
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

    /** Opens what databases of that kind need. */
    public static DurableDatabases open(Kind kind, Path directory) {
        final Optional<PostgresServer> server = kind == Kind.HSQLDB
                ? Optional.empty()
                : Optional.of(PostgresServer.open(PostgresOptions.durableCommits()));
        return new DurableDatabases(server, directory);
    }

    /** An empty database. */
    public Database create(String name) throws SQLException {
        if (server.isPresent()) {
            return new Database(server.get().createDatabase(name), server.get().user());
        }
        final Path file = directory.resolve(name).resolve("db");
        return new Database("jdbc:hsqldb:file:" + file + ";hsqldb.write_delay=false;shutdown=true", "SA");
    }

    /** Says how they run, for the report. */
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
