package dev.sluice.examples.demo;

import dev.sluice.testsupport.PostgresOptions;
import dev.sluice.testsupport.PostgresServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.postgresql.ds.PGSimpleDataSource;

/** The PostgreSQL server that is bundled with this program. The server runs in processes of its own. */
final class PostgresDatabase {

    private PostgresDatabase() {}

    /** If this is the first start on this machine, announces the directory into which PostgreSQL's programs are unpacked. */
    static void announce(Screen screen) throws IOException {
        try {
            PostgresServer.unpacksTo()
                    .ifPresent(place -> screen.line("Unpacking PostgreSQL's programs into " + place
                            + " (only once). You may delete the directory while no demo is running."));
        } catch (final IllegalStateException e) {
            throw new DemoException(e.getMessage() + ". Without --database postgresql the demo runs on HSQLDB.", e);
        }
    }

    static DemoDatabase open(Path directory) {
        final PostgresServer server =
                PostgresServer.open(PostgresOptions.durableCommits().in(directory));
        final PGSimpleDataSource source = new PGSimpleDataSource();
        source.setURL(server.jdbcUrl());
        source.setUser(server.user());
        return new DemoDatabase(server.jdbcUrl(), server.user(), Optional.empty(), source, server::close);
    }

    /** Ends the server that a killed demo may have left running in the directory. */
    static void endOrphan(Path directory) {
        if (Files.exists(directory.resolve("owner"))) {
            open(directory).close();
        }
    }
}
