package dev.sluice.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueException;
import dev.sluice.transport.Lane;
import dev.sluice.transport.Lease;
import dev.sluice.transport.Transports;
import dev.sluice.transport.UnreadableQueueException.CorruptQueueException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract on Chronicle queues. */
class ChronicleTransportTest implements TransportContract, LanesContract {

    @TempDir
    private Path directory;

    private int lanes;

    @Test
    void shouldSayWhatToDoWhenNoTransportTakesAnAddress() {
        final QueueException refused = assertThrows(QueueException.class, () -> Transports.of("other:letters"));
        assertEquals(
                "no transport accepts the address other:letters: put the transport's jar on the class path; for a"
                        + " directory write ./ before the name",
                refused.getMessage());
        final QueueException kafka = assertThrows(QueueException.class, () -> Transports.of("kafka:letters"));
        assertEquals(
                "no transport accepts the address kafka:letters: put the jars of sluice-kafka and kafka-clients into"
                        + " lib/ beside the sluice launcher, or start it with SLUICE_LIB=kafka, their directory in a"
                        + " release; a job needs sluice-kafka on its class path; for a directory write ./ before the name",
                kafka.getMessage());
        Transports.of("./kafka:letters");
        Transports.of("C:\\queues");
    }

    /** Who copies or repairs queues sees by its name whose note a file is. */
    @Test
    void shouldKeepTheNoteOfACheckpointInAFileOnceItIsSet() {
        final String address = newAddress();
        final Path file = Path.of(address).resolve("out/checkpoint-main@-letters@3.state");
        try (Lane lane = LaneByHand.open(address);
                Lease lease = lane.lease();
                Lease.Numbers numbers = lease.checkpoint("letters/3", "main")) {
            assertEquals(Lease.Numbers.NONE, numbers.get(0));
            assertFalse(Files.exists(file));
            numbers.set(0, 5);
            assertTrue(Files.exists(file));
        }
    }

    @Test
    void shouldSayWhatADamagedNoteIsForAndWhenItMayBeDeleted() throws IOException {
        final String address = newAddress();
        final Path file = Path.of(address).resolve("out/checkpoint-main@-letters@3.state");
        try (Lane lane = LaneByHand.open(address)) {
            try (Lease lease = lane.lease();
                    Lease.Numbers numbers = lease.checkpoint("letters/3", "main")) {
                numbers.set(0, 5);
            }
            final byte[] whole = Files.readAllBytes(file);
            final byte[] first = whole.clone();
            first[first.length - 5 * Long.BYTES] ^= 1;
            final Map<byte[], String> damaged = Map.of(
                    Arrays.copyOf(whole, whole.length - 3),
                    "it has " + (whole.length - 3) + " bytes",
                    Arrays.copyOf(whole, whole.length + 8),
                    "it has " + (whole.length + 8) + " bytes",
                    new byte[70],
                    "it has 70 bytes",
                    first,
                    "its first number is not the one that it began with");
            for (final Map.Entry<byte[], String> each : damaged.entrySet()) {
                Files.write(file, each.getKey());
                try (Lease lease = lane.lease()) {
                    assertEquals(
                            file + " is damaged: " + each.getValue()
                                    + "; it says how far the checkpoint of gateway 'letters/3' in database 'main' had"
                                    + " got, so that the next start notices commits that the database has lost. Bring"
                                    + " it back from a copy of these queues. If you are sure that the database has lost"
                                    + " no commit, delete this file: the next start creates it anew",
                            assertThrows(CorruptQueueException.class, () -> lease.checkpoint("letters/3", "main"))
                                    .getMessage());
                }
            }
            Files.write(file, whole);
            try (Lease lease = lane.lease();
                    Lease.Numbers numbers = lease.checkpoint("letters/3", "main")) {
                assertEquals(5, numbers.get(0));
            }
        }
    }

    @Override
    public String newAddress() {
        lanes++;
        return directory.resolve("queues" + lanes).toString();
    }
}
