package dev.sluice.examples.demo;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Locale;

/** The databases that come with the demo. */
enum DatabaseKind {
    HSQLDB,
    POSTGRESQL;

    /** Starts a server of this kind on the files in a directory. */
    DemoDatabase open(Path directory) throws IOException, SQLException {
        return this == HSQLDB ? HsqldbDatabase.open(directory) : PostgresDatabase.open(directory);
    }

    /** Returns the name that is used on the command line and in the state file. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
