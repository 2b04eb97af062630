package dev.sluice.perf.system;

import dev.sluice.perf.load.Change;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A gateway's configuration, written to a file as an operator would.
 *
 * @param queues the directory of its queues
 * @param database what it asks
 * @param chunkLimit most requests in a chunk
 * @param updatesPerTransaction most updates in a transaction
 * @param updates {@link #EXACTLY_ONCE} or {@link #AT_LEAST_ONCE}
 * @param declaration the section of the one lookup or statement that is measured
 */
public record GatewayFile(
        Path queues, Database database, int chunkLimit, int updatesPerTransaction, String updates, String declaration) {

    public static final String EXACTLY_ONCE = "exactly-once";
    public static final String AT_LEAST_ONCE = "at-least-once";

    private static final String TEMPLATE = """
            name: perf
            queues:
              path: '%s'
            chunk:
              limit: %d
            databases:
              main:
                url: '%s'
                user: '%s'
                password: ${SLUICE_PERF_PASSWORD:}
                updatesPerTransaction: %d
                updates: %s
            %s""";

    /** A lookup called {@code customer}. */
    public static String lookup(String sql) {
        return """
               lookups:
                 customer:
                   sql: %s
                   types: [long]
               """.formatted(sql);
    }

    /** Statements for changes of these kinds. */
    public static String changes(Change... kinds) {
        final StringBuilder statements = new StringBuilder("statements:\n");
        for (final Change kind : kinds) {
            statements.append("""
                      %s:
                        sql: %s
                        types: [long, long]
                    """.formatted(kind.statement(), kind.sql()));
        }
        return statements.toString();
    }

    /** Writes it. */
    public Path write(Path file) throws IOException {
        return Files.writeString(
                file,
                TEMPLATE.formatted(
                        queues.toAbsolutePath(),
                        chunkLimit,
                        database.url(),
                        database.user(),
                        updatesPerTransaction,
                        updates,
                        declaration));
    }
}
