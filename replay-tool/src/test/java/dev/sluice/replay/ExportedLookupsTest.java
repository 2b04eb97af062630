package dev.sluice.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Exports of what a real gateway answers: beside it, and asked again of another database. */
class ExportedLookupsTest {

    private static final int ROUNDS = 3;
    private static final long ASKED = 20;

    @TempDir
    private Path directory;

    private final RecordedLookups before;
    private final RecordedLookups after;

    ExportedLookupsTest() throws SQLException {
        before = new RecordedLookups();
        after = new RecordedLookups();
    }

    @AfterEach
    void close() throws Exception {
        try (before;
                after) {
            // closes both
        }
    }

    private Called export(Path file, String... options) {
        return Called.line("export --force --queues " + queues() + " --out " + file + " " + String.join(" ", options));
    }

    private Path queues() {
        return directory.resolve("recorded");
    }

    private void record(long asked) {
        before.record(queues(), requests -> {
            for (long id = 1; id <= asked; id++) {
                requests.lookup("customer", id);
                requests.executeUpdate("touch", id);
                requests.executeQuery("in-city", "Ghent");
            }
        });
    }

    @Test
    void shouldBeReplayedAndComparedLikeTheQueues() throws Exception {
        after.sql("DELETE FROM customer WHERE id = 3");
        record(ASKED);
        final Path file = directory.resolve("recorded.sluice.gz");
        assertEquals(0, export(file, "--lookup", "customer").code());
        final Path into = directory.resolve("into");
        final Called replayed =
                Called.line("replay --queues " + file + " --config " + after.configFile(directory) + " --into " + into);
        assertEquals(0, replayed.code(), replayed::err);
        assertTrue(replayed.out().contains(ASKED + " of " + ASKED + " requests answered in "), replayed::out);
        final Called compared = Called.line("diff --format json " + file + " " + into);
        assertEquals(1, compared.code(), compared::toString);
        final List<String> differences = compared.lines().stream()
                .filter(line -> line.contains("\"position\""))
                .toList();
        assertEquals(1, differences.size(), compared::out);
        final Path again = directory.resolve("replayed.sluice.gz");
        assertEquals(
                0, Called.line("export --queues " + into + " --out " + again).code());
        assertEquals(0, Called.line("verify --queues " + again).code());
    }

    @Test
    void shouldBeSoundAndKeepTheTimesOfCalls() {
        record(ASKED);
        final Path file = directory.resolve("recorded.sluice.gz");
        assertEquals(0, export(file).code());
        assertEquals(0, Called.line("verify --queues " + file).code());
        final Called of = Called.line("cat both --format json --queues " + file);
        assertEquals(Called.line("cat both --format json --queues " + queues()), of);
        assertTrue(of.lines().get(0).contains("\"call"), of.lines().get(0));
        assertEquals(Called.line("cat --stats --queues " + queues()), Called.line("cat --stats --queues " + file));
    }

    @Test
    void shouldBeSoundWhenAGatewayAndAJobGoOnMeanwhile() throws Exception {
        record(1);
        final AtomicBoolean recording = new AtomicBoolean(true);
        final Thread work = new Thread(
                () -> {
                    for (int round = 0; round < ROUNDS; round++) {
                        record(500);
                    }
                    recording.set(false);
                },
                "work");
        work.start();
        int exports = 0;
        try {
            while (recording.get()) {
                final Path file = directory.resolve("live" + exports + ".gz");
                final Called made = export(file);
                assertEquals(0, made.code(), made::err);
                final Called verified = Called.line("verify --queues " + file);
                assertEquals(0, verified.code(), verified::out);
                exports++;
            }
        } finally {
            work.join();
        }
        assertTrue(exports > 0);
        final Path last = directory.resolve("last.gz");
        assertEquals(0, export(last).code());
        assertTrue(Called.line("verify --queues " + last).out().contains("waiting     0"));
        assertFalse(Files.exists(directory.resolve(".last.gz.new")));
    }

    @Test
    void shouldSayThatCheckpointsAreNotInAFile() throws Exception {
        record(1);
        final Path file = directory.resolve("recorded.sluice.gz");
        assertEquals(0, export(file).code());
        final Called verified = Called.line("verify --queues " + file + " --config " + before.configFile(directory));
        assertEquals(2, verified.code(), verified::toString);
        assertTrue(verified.err().contains("says nothing of checkpoints"), verified::err);
    }
}
