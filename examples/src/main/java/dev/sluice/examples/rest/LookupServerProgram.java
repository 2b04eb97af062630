package dev.sluice.examples.rest;

import java.io.IOException;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs the server as a separate process, which prints its port on standard output and runs until it is killed. */
@Command(
        name = "lookup-server",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Answers lookups in the tables of a database and accepts events; a call may contain many.")
public final class LookupServerProgram implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(names = "--port", defaultValue = "0", description = "The port to listen on; any free port by default.")
    private int port;

    @Option(
            names = "--threads",
            defaultValue = "8",
            description = "The maximum number of requests answered at the same time; ${DEFAULT-VALUE} by default.")
    private int threads;

    @Option(names = "--url", description = "The JDBC URL of a PostgreSQL or HSQLDB database.", required = true)
    private String url;

    @Option(names = "--user", defaultValue = "", description = "The database user.")
    private String user;

    @Option(
            names = "--password-from",
            paramLabel = "VARIABLE",
            defaultValue = "LOOKUP_SERVER_PASSWORD",
            description = "The environment variable with the password; ${DEFAULT-VALUE} by default.")
    private String passwordVariable;

    @Option(
            names = "--lookup",
            paramLabel = "TABLE:KEY:COLUMN,…",
            description = "A table, its key and the columns to return, at POST /TABLE:lookup and GET /TABLE/key.")
    private List<String> lookups = List.of();

    @Option(
            names = "--preload",
            description = "Reads the tables at the start and answers from memory; later changes are not seen.")
    private boolean preload;

    @Option(
            names = "--wrong",
            paramLabel = "TABLE:KEY:HOW",
            description = "Answers a key wrongly on purpose; HOW is spelling, other or missing.")
    private List<String> mistakes = List.of();

    @Option(names = "--events", paramLabel = "NAME", description = "Accepts events at POST /NAME.")
    private Set<String> events = new LinkedHashSet<>();

    public static void main(String[] args) {
        final int exitCode = new CommandLine(new LookupServerProgram()).execute(args);
        if (exitCode != 0) {
            System.exit(exitCode);
        }
    }

    @Override
    public Integer call() throws IOException, SQLException {
        final TableLookup.Database database = new TableLookup.Database(
                url, user, Optional.ofNullable(System.getenv(passwordVariable)).orElse(""));
        final Map<String, Lookup> tables = new LinkedHashMap<>();
        for (final String declaration : lookups) {
            try {
                final TableLookup table = TableLookup.of(declaration, database);
                tables.put(
                        table.table(), AlteredLookup.of(table.table(), preload ? table.preloaded() : table, mistakes));
            } catch (final IllegalArgumentException e) {
                throw new ParameterException(spec.commandLine(), e.getMessage());
            }
        }
        final LookupServer server = LookupServer.start(port, threads, tables, events);
        // The server's own thread keeps the process alive.
        System.out.println("listening on port " + server.port());
        System.out.flush();
        return 0;
    }
}
