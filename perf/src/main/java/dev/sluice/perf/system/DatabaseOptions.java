package dev.sluice.perf.system;

import picocli.CommandLine.Option;

/** The options that say which database is asked. */
public final class DatabaseOptions {

    @Option(
            names = "--database",
            paramLabel = "WHICH",
            defaultValue = DatabaseChoice.POSTGRESQL,
            description =
                    "postgresql or hsqldb, a server of its own, or the JDBC URL of one that runs (its password in the"
                            + " environment variable " + ChildJvm.PASSWORD + "); ${DEFAULT-VALUE} by default.")
    private String database = DatabaseChoice.POSTGRESQL;

    @Option(
            names = "--user",
            paramLabel = "NAME",
            defaultValue = "",
            description = "Who asks the database behind a URL; a table sluice_perf_customer is made and dropped.")
    private String user = "";

    public DatabaseChoice choice() {
        return new DatabaseChoice(database, user);
    }
}
