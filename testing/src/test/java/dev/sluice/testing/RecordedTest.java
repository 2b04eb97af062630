package dev.sluice.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueOptions;
import dev.sluice.client.Futures;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.replay.exchange.Selection;
import dev.sluice.replay.export.Exporter;
import dev.sluice.replay.export.Header;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Results of an export. */
class RecordedTest {

    @TempDir
    static Path directory;

    @RegisterExtension
    static final SluiceExtension configured = SluiceExtension.configured(Path.of("src/test/resources/gateway.yaml"))
            .schema("main", Path.of("src/test/resources/customers.sql"));

    @Test
    void shouldAnswerAsRecordedWhenEqualRequestsCome() throws Exception {
        final Futures original = configured.client().futures(Runnable::run);
        final Path export = directory.resolve("recorded.sluice.gz");
        ask(original);
        export(export);
        final SluiceExtension sluice =
                SluiceExtension.recorded(export).answer("added", (Long id) -> List.of(List.of()));
        sluice.beforeEach(null);
        try {
            final Futures gateway = sluice.client().futures(Runnable::run);
            ask(gateway);
            assertEquals("Augusta", firstName(gateway), "the last result is given again");
            final var unknown = assertThrows(
                    ExecutionException.class,
                    () -> gateway.lookup("customer", 5L).get());
            assertTrue(unknown.getMessage().contains("has no result of 'customer' [5]"), unknown.getMessage());
            final var wrong = assertThrows(
                    ExecutionException.class, () -> gateway.lookup("added", 5L).get());
            assertTrue(wrong.getMessage().contains("a row is a record, a Row or a Map"), wrong.getMessage());
        } finally {
            sluice.afterEach(null);
        }
    }

    private static void ask(Futures gateway) throws Exception {
        assertEquals("Ada", firstName(gateway));
        assertEquals(Optional.empty(), gateway.lookup("customer", 4711L).get());
        assertEquals(1, gateway.update("rename", "Augusta", 1L).get());
        assertEquals("Augusta", firstName(gateway));
        assertThrows(
                ExecutionException.class,
                () -> gateway.update("rename", "Augusta").get());
    }

    private static String firstName(Futures gateway) throws Exception {
        return gateway.lookup("customer", 1L).get().orElseThrow().getString("first_name");
    }

    private static void export(Path file) {
        final Selection all = new Selection(
                OptionalLong.empty(), exchange -> false, new Selection.Choice(Set.of(), Set.of(), Set.of(), Set.of()));
        try (QueuePair queues = QueuePair.openExisting(configured.queues(), QueueOptions.DEFAULTS)) {
            new Exporter(queues, all, Optional.empty())
                    .run(file, false, "test", new Header.Contents("", "", true, true, true, List.of()), passed -> {});
        }
    }
}
