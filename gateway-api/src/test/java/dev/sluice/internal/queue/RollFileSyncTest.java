package dev.sluice.internal.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueOptions;
import dev.sluice.api.QueueOptions.SyncMode;
import dev.sluice.api.RequestRef;
import dev.sluice.internal.queue.document.DocumentAppender;
import dev.sluice.internal.queue.files.RollFileSync;
import dev.sluice.internal.queue.state.GatewayLock;
import dev.sluice.internal.wire.MessageWriter;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.internal.wire.ResultKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class RollFileSyncTest {

    @TempDir
    Path directory;

    @RegisterExtension
    private final RolledQueues rolled = new RolledQueues();

    @Test
    void shouldSyncTheFilesThatRolledSinceTheLastTime() {
        try (GatewayLock gateway = rolled.queues().lease();
                DocumentAppender appender = rolled.queues().output().appender(0)) {
            assertTrue(gateway.isHeld());
            final RollFileSync files = appender.files();
            final MessageWriter message = ResultFrame.begin(new MessageWriter(), ResultKind.NOT_FOUND, "x");
            ResultFrame.end(message, 1, 1, new RequestRef(1, 1, 1, "x"), 0, 0, 0);
            appender.write(message);
            assertEquals(1, files.pending().size());
            rolled.roll();
            appender.write(message);
            assertEquals(2, files.pending().size(), "hold what was written");
            files.sync();
            assertEquals(1, files.pending().size(), "only the current file can change from now on");
        }
    }

    @Test
    void shouldSyncTheInputFilesThatRequestsWereReadFrom() {
        try (InputWriter writer = rolled.queues().newWriter();
                InputReader reader = rolled.queues().requestsFromStart()) {
            TestQueues.update(writer, "u");
            rolled.roll();
            TestQueues.update(writer, "u");
            assertEquals(2, reader.poll(new TestQueues.Collected(), Integer.MAX_VALUE));
            assertEquals(2, reader.files().pending().size(), "hold what was read");
            reader.sync();
            assertEquals(1, reader.files().pending().size(), "only the current file can change from now on");
        }
    }

    @Test
    void shouldRememberNoFileThatWasDeletedSince() throws IOException {
        final RollFileSync files = new RollFileSync(directory);
        for (int cycle = 0; cycle < 100; cycle++) {
            final Path file = Files.createFile(directory.resolve(cycle + ".cq4"));
            files.rolledTo(cycle, file.toFile());
            if (cycle >= 3) {
                Files.delete(directory.resolve((cycle - 3) + ".cq4"));
            }
        }
        assertEquals(4, files.pending().size(), () -> files.pending() + " are there, or were at the last roll");
        files.sync();
        assertEquals(Set.of(directory.resolve("99.cq4").toFile()), files.pending());
    }

    @Test
    void shouldSyncEachResultWhenAskedTo() {
        final QueueOptions each = TestQueues.SMALL.withSyncMode(SyncMode.EACH);
        try (QueuePair queues = QueuePair.open(directory, each);
                InputWriter writer = queues.newWriter();
                GatewayLock lock = queues.lease();
                OutputWriter results = queues.resultWriter(lock, Optional.empty())) {
            final long index = TestQueues.update(writer, "u");
            TestQueues.writeUpdated(results, new MessageWriter(), new RequestRef(index, 1, 1, "u"), 1, 1);
            results.endOfChunk();
            results.sync();
            writer.sync();
            assertEquals(index, queues.lastAnswered().orElseThrow().requestIndex());
        }
    }
}
