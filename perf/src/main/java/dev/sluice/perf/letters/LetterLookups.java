package dev.sluice.perf.letters;

import dev.sluice.perf.system.Database;
import java.net.URI;
import java.nio.file.Path;

/**
 * The configuration of a gateway that looks up customers and addresses, in a database or at two services.
 *
 * @param backends the sections that say where they are
 * @param callsInFlight how many calls may be under way at a time
 */
record LetterLookups(String backends, int callsInFlight) {

    /** A contract asks for two things: a chunk of twice as many requests makes calls of that many keys. */
    private static final int LOOKUPS = 2;

    private static final String GATEWAY = """
            name: %s
            queues:
              path: '%s'
            chunk:
              limit: %d
              callsInFlight: %d
            %s""";

    private static final String SQL = """
            databases:
              main:
                url: '%s'
                user: '%s'
                password: ${SLUICE_PERF_PASSWORD:}
            lookups:
              customer:
                sql: SELECT first_name, last_name FROM customer WHERE id = ?
                types: [long]
                reads: [customer]
              address:
                sql: SELECT street, postcode, city FROM address WHERE id = ?
                types: [long]
                reads: [address]
            """;

    private static final String REST = """
            services:
              customers:
                url: %s
              addresses:
                url: %s
            lookups:
              customer:
                service: customers
                types: [long]
              address:
                service: addresses
                types: [long]
            """;

    static LetterLookups sql(Database database, int callsInFlight) {
        return new LetterLookups(SQL.formatted(database.url(), database.user()), callsInFlight);
    }

    static LetterLookups rest(URI customers, URI addresses, int callsInFlight) {
        return new LetterLookups(REST.formatted(customers, addresses), callsInFlight);
    }

    /**
     * The whole of it.
     *
     * @param name of the gateway
     * @param keys of a call, at most
     */
    String configuration(String name, Path queues, int keys) {
        return GATEWAY.formatted(name, queues.toAbsolutePath(), LOOKUPS * keys, callsInFlight, backends);
    }
}
