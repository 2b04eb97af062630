package dev.sluice.perf;

import picocli.CommandLine.Option;

/** The options that say which database is asked. */
final class DatabaseOptions {

    @Option(
            names = "--database",
            paramLabel = "WHICH",
            defaultValue = DatabaseChoice.POSTGRESQL,
            description =
                    "postgresql or hsqldb, a server of its own, or the JDBC URL of one that runs (its password in the"
                            + " environment variable " + ChildJvm.PASSWORD + "); ${DEFAULT-VALUE} by default.")
    private String database;

    @Option(
            names = "--user",
            paramLabel = "NAME",
            defaultValue = "",
            description = "Who asks the database behind a URL; a table sluice_perf_customer is made and dropped.")
    private String user;

    DatabaseChoice choice() {
        return new DatabaseChoice(database, user);
    }
}
