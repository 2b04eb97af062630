package dev.sluice.examples.forms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.client.GatewayClient;
import dev.sluice.client.job.Job;
import dev.sluice.examples.demo.LettersGateway;
import dev.sluice.examples.letters.Address;
import dev.sluice.examples.letters.Contracts;
import dev.sluice.examples.letters.Customer;
import dev.sluice.examples.letters.SelectEach;
import dev.sluice.examples.letters.SingleLookups;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The loops of the README, the interface of their questions, and its declarations. */
@Tag("nightly")
class LoopBeforeAndAfterTest {

    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final String README = read(ROOT.resolve("README.md"));

    @TempDir
    Path directory;

    /** Asks the database, one at a time. */
    private record Selects(Connection database, SingleLookups lookups) implements LoopBeforeAndAfter.Questions {

        @Override
        public Customer customer(long id) {
            try {
                return lookups.customer(id).orElseThrow();
            } catch (final Exception e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public Address address(long id) {
            try {
                return lookups.address(id).orElseThrow();
            } catch (final Exception e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public CompletableFuture<Long> lastLetter(LocalDate day, long contract) {
            try (PreparedStatement update =
                    database.prepareStatement("UPDATE contract SET last_letter = ? WHERE id = ?")) {
                update.setObject(1, day);
                update.setLong(2, contract);
                return CompletableFuture.completedFuture((long) update.executeUpdate());
            } catch (final SQLException e) {
                throw new AssertionError(e);
            }
        }
    }

    @Test
    @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldWriteTheSameLetters() throws Exception {
        final Path before = directory.resolve("before.txt");
        final Path after = directory.resolve("after.txt");
        try (LettersGateway gateway = LettersGateway.start(directory.resolve("gateway"), 300)) {
            try (Contracts contracts = Contracts.read(gateway.database());
                    Connection database = gateway.database().getConnection();
                    SingleLookups lookups = SelectEach.open(gateway.database());
                    Writer letters = Files.newBufferedWriter(before)) {
                final Selects selects = new Selects(database, lookups);
                LoopBeforeAndAfter.before(() -> contracts, selects, letters, LettersGateway.DATE);
            }
            gateway.assertDone(before);
            assertDeclaredAsTheReadmeShows(gateway);
            gateway.forgetUpdates();
            try (Contracts contracts = Contracts.read(gateway.database());
                    GatewayClient client = GatewayClient.open(gateway.queues());
                    Job job = client.job("letters", "today")) {
                LoopBeforeAndAfter.after(() -> contracts, job, after, LettersGateway.DATE);
            }
            gateway.assertDone(after);
        }
        assertEquals(-1, Files.mismatch(before, after));
    }

    /** The declarations of this gateway, which its writer quotes, are those of the README, which quotes none. */
    private static void assertDeclaredAsTheReadmeShows(LettersGateway gateway) throws IOException {
        final String configuration = Files.readString(gateway.configuration());
        final String declared =
                configuration.substring(configuration.indexOf("lookups:\n")).replace("'", "");
        assertTrue(README.contains("```yaml\n" + declared + "```\n"), () -> "README.md does not show:\n" + declared);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
