package dev.sluice.examples.demo;

import dev.sluice.testsupport.PostgresOptions;
import dev.sluice.testsupport.PostgresServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** A PostgreSQL that came with this program, in processes of its own. */
final class PostgresDatabase implements DemoDatabase {

    private final PostgresServer server;
    private final PGSimpleDataSource dataSource = new PGSimpleDataSource();

    private PostgresDatabase(PostgresServer server) {
        this.server = server;
        dataSource.setURL(server.jdbcUrl());
        dataSource.setUser(server.user());
    }

    /** Says what the first start on this machine unpacks, and where. */
    static void announce(Screen screen) throws IOException {
        try {
            PostgresServer.unpacksTo()
                    .ifPresent(place -> screen.line("Unpacking PostgreSQL's programs into " + place
                            + ", once; delete them when no demo runs, if you like."));
        } catch (final IllegalStateException e) {
            throw new DemoException(e.getMessage() + ". Without --database postgresql the demo runs on HSQLDB.", e);
        }
    }

    static PostgresDatabase open(Path directory) {
        return new PostgresDatabase(
                PostgresServer.open(PostgresOptions.durableCommits().in(directory)));
    }

    /** Ends the server that a killed demo left running in that directory, if there is one. */
    static void endOrphan(Path directory) {
        if (Files.exists(directory.resolve("owner"))) {
            open(directory).close();
        }
    }

    @Override
    public String url() {
        return server.jdbcUrl();
    }

    @Override
    public String user() {
        return server.user();
    }

    @Override
    public DataSource dataSource() {
        return dataSource;
    }

    @Override
    public void close() {
        server.close();
    }
}
