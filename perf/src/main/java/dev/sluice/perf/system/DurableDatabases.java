package dev.sluice.perf.system;

import dev.sluice.testsupport.PostgresOptions;
import dev.sluice.testsupport.PostgresServer;
import java.nio.file.Path;
import java.sql.SQLException;

/** Makes databases in which a commit is on the disk when it is answered, one for each service. */
public interface DurableDatabases extends AutoCloseable {

    /** The kinds that can be measured. */
    enum Kind {
        HSQLDB,
        POSTGRESQL
    }

    /** Opens what databases of that kind need. */
    static DurableDatabases open(Kind kind, Path directory) {
        return kind == Kind.HSQLDB
                ? new HsqldbFiles(directory)
                : new OnePostgres(PostgresServer.open(PostgresOptions.durableCommits()));
    }

    /** An empty database. */
    Database create(String name) throws SQLException;

    /** How they run, for the report. */
    String described();

    @Override
    void close();

    /** A file for each, opened by the one process that uses it. */
    record HsqldbFiles(Path directory) implements DurableDatabases {

        @Override
        public Database create(String name) {
            final Path file = directory.resolve(name).resolve("db");
            return new Database("jdbc:hsqldb:file:" + file + ";hsqldb.write_delay=false;shutdown=true", "SA", "");
        }

        @Override
        public String described() {
            return "HSQLDB on files, in the service's process, WRITE DELAY FALSE";
        }

        @Override
        public void close() {
            // the last connection to a file closed it
        }
    }

    /** A server with a database for each. */
    record OnePostgres(PostgresServer server) implements DurableDatabases {

        @Override
        public Database create(String name) throws SQLException {
            return new Database(server.createDatabase(name), server.user(), "");
        }

        @Override
        public String described() {
            return "a PostgreSQL server of its own, fsync and synchronous_commit on";
        }

        @Override
        public void close() {
            server.close();
        }
    }
}
