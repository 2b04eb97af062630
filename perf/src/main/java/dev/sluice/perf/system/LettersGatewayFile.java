package dev.sluice.perf.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The configuration of a gateway for the letters job.
 *
 * @param name of the gateway, its own in this database
 * @param queues the directory of its queues
 * @param database what it asks
 * @param chunkLimit most requests in a chunk, and most updates in a transaction
 * @param callsInFlight how many calls may be under way at a time
 */
public record LettersGatewayFile(String name, Path queues, Database database, int chunkLimit, int callsInFlight) {

    private static final String TEMPLATE = """
            name: %s
            queues:
              path: '%s'
            chunk:
              limit: %d
              callsInFlight: %d
            databases:
              main:
                url: '%s'
                user: '%s'
                password: ${SLUICE_PERF_PASSWORD:}
                updatesPerTransaction: %d
            lookups:
              customer:
                sql: SELECT first_name, last_name FROM customer WHERE id = ?
                types: [long]
                reads: [customer]
              address:
                sql: SELECT street, postcode, city FROM address WHERE id = ?
                types: [long]
                reads: [address]
            statements:
              last-letter:
                sql: UPDATE contract SET last_letter = ? WHERE id = ?
                types: [date, long]
                reads: []
                writes: [contract]
            """;

    /** Writes it. */
    public Path write(Path file) throws IOException {
        return Files.writeString(
                file,
                TEMPLATE.formatted(
                        name,
                        queues.toAbsolutePath(),
                        chunkLimit,
                        callsInFlight,
                        database.url(),
                        database.user(),
                        chunkLimit));
    }
}
