package dev.sluice.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueException;
import dev.sluice.api.QueueOptions;
import dev.sluice.client.Futures;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.replay.exchange.Format;
import dev.sluice.replay.exchange.Lines;
import dev.sluice.service.exchange.Exchange;
import dev.sluice.service.exchange.Exchanges;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Results of a file of JSON lines. */
class RecordedTest {

    @TempDir
    static Path directory;

    @RegisterExtension
    static final SluiceExtension configured = SluiceExtension.configured(Path.of("src/test/resources/gateway.yaml"))
            .schema("main", Path.of("src/test/resources/customers.sql"));

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldAnswerAsRecordedWhenEqualRequestsCome(boolean packed) throws Exception {
        final Futures original = configured.client().futures(Runnable::run);
        final Path lines = directory.resolve("recorded.jsonl" + (packed ? ".gz" : ""));
        ask(original);
        write(lines, packed);
        final SluiceExtension sluice = SluiceExtension.recorded(lines).answer("added", (Long id) -> List.of(List.of()));
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
            assertTrue(wrong.getMessage().contains("a row must be a record, a Row or a Map"), wrong.getMessage());
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

    private static void write(Path file, boolean packed) throws IOException {
        try (OutputStream plain = Files.newOutputStream(file);
                PrintWriter out = new PrintWriter(packed ? new GZIPOutputStream(plain) : plain, false, UTF_8);
                QueuePair queues = QueuePair.openExisting(configured.queues(), QueueOptions.DEFAULTS);
                Exchanges exchanges = Exchanges.open(queues, OptionalLong.empty());
                Lines lines = new Lines(out, Format.json, Optional.empty())) {
            for (Optional<Exchange> next = exchanges.next(); next.isPresent(); next = exchanges.next()) {
                lines.add(Format.json.line(next.get(), Exchange.Side.both, queues.inputId()));
            }
            lines.end();
        }
    }

    @Test
    void shouldSayWhatToWriteWhenTheFileIsAFormerExport() throws Exception {
        final Path export = Files.writeString(directory.resolve("former"), "{\"sluiceExport\":2}\n");
        final SluiceExtension sluice = SluiceExtension.recorded(export);
        final var refused = assertThrows(QueueException.class, () -> sluice.beforeEach(null));
        assertTrue(
                refused.getMessage().contains("is a file of the former command 'sluice replay export'"),
                refused::getMessage);
    }
}
