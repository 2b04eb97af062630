package dev.sluice.faults.kill;

import java.io.IOException;
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
 * @param declarations the services, lookups and statements, as they stand in it
 * @param atLeastOnce whether updates may run again
 */
public record GatewayFile(Path queues, List<Store> stores, String declarations, boolean atLeastOnce) {

    /** Full chunks at once after a kill, so that kills come upon those, too. */
    private static final int OFF = 0;
    /** One at a time after a kill; whoever kills at chosen moments may kill the same innocent request some times. */
    private static final int HARDLY_EVER = 1_000;

    private static final int[] CHUNKS = {1, 7, 50, 100, 100, 1000};
    private static final int[] TRANSACTIONS = {1, 10, 100, 100};

    /** Writes one at random. */
    public void write(Path file, SplittableRandom random) throws IOException {
        write(
                file,
                random.nextInt(3) == 0 ? HARDLY_EVER : OFF,
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
    public void writePlain(Path file) throws IOException {
        write(file, HARDLY_EVER, "none", 100, 2, "");
    }

    private void write(Path file, int quarantineAfter, String sync, int chunk, int callsInFlight, String database)
            throws IOException {
        final StringBuilder text = new StringBuilder(
                """
                name: crash
                queues:
                  path: '%s'
                  rollCycle: %s
                  sync: %s
                chunk:
                  limit: %d
                  callsInFlight: %d
                limits:
                  quarantineAfter: %d
                """.formatted(queues.toAbsolutePath(), Queues.ROLL_CYCLE, sync, chunk, callsInFlight, quarantineAfter));
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
        text.append(declarations);
        Files.writeString(file, text);
    }
}
