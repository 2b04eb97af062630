package dev.sluice.faults.crash;

import dev.sluice.wire.RequestKind;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The gateway's configuration, another one for each start: what a gateway left must not depend on how the next one cuts
 * its chunks.
 *
 * @param queues the directory of its queues
 * @param stores what stands behind it
 * @param items the service that stands beside them
 * @param atLeastOnce whether updates may run again
 */
record GatewayFile(Path queues, List<Store> stores, URI items, boolean atLeastOnce) {

    private static final int[] CHUNKS = {1, 7, 50, 100, 100, 1000};
    private static final int[] TRANSACTIONS = {1, 10, 100, 100};

    /** Writes one at random. */
    void write(Path file, SplittableRandom random) throws IOException {
        write(
                file,
                random.nextInt(4) == 0 ? "chunk" : "none",
                CHUNKS[random.nextInt(CHUNKS.length)],
                1 + random.nextInt(4),
                """
                    updatesPerTransaction: %d
                    transaction: %s
                    snapshot: %s
                """.formatted(
                                TRANSACTIONS[random.nextInt(TRANSACTIONS.length)],
                                random.nextInt(10) == 0 ? "each" : "shared",
                                random.nextInt(5) == 0));
    }

    /** Writes the one that answers what is left. */
    void writePlain(Path file) throws IOException {
        write(file, "none", 100, 2, "");
    }

    private void write(Path file, String sync, int chunk, int callsInFlight, String database) throws IOException {
        final StringBuilder text =
                new StringBuilder("""
                name: crash
                queues:
                  path: '%s'
                  rollCycle: %s
                  sync: %s
                chunk:
                  limit: %d
                  callsInFlight: %d
                """.formatted(queues, Queues.ROLL_CYCLE, sync, chunk, callsInFlight));
        text.append("databases:\n");
        for (int i = 0; i < stores.size(); i++) {
            text.append("  %s:\n    url: '%s'\n    user: %s\n    maxBackoff: 1s\n"
                    .formatted(
                            Stores.NAMES.get(i),
                            stores.get(i).url(),
                            stores.get(i).user()));
            text.append("    updates: %s\n".formatted(atLeastOnce ? "at-least-once" : "exactly-once"));
            text.append(database);
        }
        text.append("services:\n  items:\n    url: %s\n    maxBackoff: 1s\n".formatted(items));
        text.append("lookups:\n");
        declare(text, true);
        text.append("statements:\n");
        declare(text, false);
        Files.writeString(file, text);
    }

    private static void declare(StringBuilder text, boolean lookups) {
        for (final Operation operation : Operation.values()) {
            if (operation == Operation.UNKNOWN || lookups != (operation.kind() == RequestKind.LOOKUP)) {
                continue;
            }
            for (final String database : Stores.NAMES) {
                if (operation.nameFor(database).equals(ItemService.LOOKUP)) {
                    text.append("  %s:\n    service: items\n    types: [long]\n".formatted(ItemService.LOOKUP));
                    continue;
                }
                text.append("  %s:\n    database: %s\n    sql: %s\n    types: [%s]\n"
                        .formatted(
                                operation.nameFor(database),
                                database,
                                operation.sql(),
                                "long, ".repeat(operation.parameters()).replaceAll(", $", "")));
                operation
                        .tables()
                        .forEach(line -> text.append("    ").append(line).append('\n'));
            }
        }
    }
}
