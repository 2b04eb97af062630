package dev.sluice.examples.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The configuration of the demo's gateway, as a user would write it. */
final class GatewayConfigFile {

    private static final String TEMPLATE = """
            # Written by the demo for this run. config/gateway.yaml explains every key.
            name: demo
            queues:
              path: '%s'
            databases:
              main:
                url: '%s'
                user: '%s'
                maxBackoff: 1s
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

    private GatewayConfigFile() {}

    static void write(Path file, Path queues, DemoDatabase database) throws IOException {
        Files.writeString(
                file, TEMPLATE.formatted(quoted(queues.toString()), quoted(database.url()), quoted(database.user())));
    }

    private static String quoted(String text) {
        return text.replace("'", "''");
    }
}
