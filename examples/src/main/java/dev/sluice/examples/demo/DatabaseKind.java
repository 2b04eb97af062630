package dev.sluice.examples.demo;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Locale;

/** The databases that the demo brings with it. */
enum DatabaseKind {
    HSQLDB,
    POSTGRESQL;

    /** Starts a server of this kind on what is in the directory. */
    DemoDatabase open(Path directory) throws IOException, SQLException {
        return this == HSQLDB ? HsqldbDatabase.open(directory) : PostgresDatabase.open(directory);
    }

    /** As it is written on the command line and in the state file. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
