package dev.sluice.examples.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The configuration of the demo's gateway, as a user would write it. */
final class GatewayConfigFile {

    private static final String TEMPLATE = """
            # Written by the demo for this run. config/gateway.yaml explains every key.
            name: demo
            queues:
              path: '%s'
            %sdatabases:
              main:
                url: '%s'
                user: '%s'
                maxBackoff: 1s
            %sstatements:
              last-letter:
                sql: UPDATE contract SET last_letter = ? WHERE id = ?
                types: [date, long]
                reads: []
                writes: [contract]
            """;

    private static final String REPLAY = """
            # Written by the demo: its database as 'sluice replay replay' can ask it when the demo has ended, in smaller chunks.
            name: demo
            databases:
              main:
                url: '%s'
                user: '%s'
            chunk:
              limit: 20
            %sstatements:
              last-letter:
                sql: UPDATE contract SET last_letter = ? WHERE id = ?
                types: [date, long]
                reads: []
                writes: [contract]
            """;

    private static final String HEALTH = """
            health:
              port: %d
            """;

    private static final String SQL = """
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
              customer:
                url: %s
                maxBackoff: 1s
              address:
                url: %s
                maxBackoff: 1s
            lookups:
              customer:
                service: customer
                types: [long]
              address:
                service: address
                types: [long]
            """;

    private GatewayConfigFile() {}

    static void write(
            Path file, Path queues, DemoDatabase database, Optional<LookupServices> services, Optional<Served> served)
            throws IOException {
        final String lookups = services.map(both ->
                        REST.formatted(both.customer().url(), both.address().url()))
                .orElse(SQL);
        Files.writeString(
                file,
                TEMPLATE.formatted(
                        quoted(queues.toAbsolutePath().toString()),
                        served.map(health -> HEALTH.formatted(health.port())).orElse(""),
                        quoted(database.url()),
                        quoted(database.user()),
                        lookups));
    }

    /** The configuration that asks the files of a database, of the same content, without its server. */
    static void writeForReplay(Path file, String url, String user) throws IOException {
        Files.writeString(file, REPLAY.formatted(quoted(url), quoted(user), SQL));
    }

    private static String quoted(String text) {
        return text.replace("'", "''");
    }
}
