package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueOptions;
import dev.sluice.api.RequestKind;
import dev.sluice.internal.queue.InputWriter;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.service.core.RequestSource;
import dev.sluice.service.core.RequestSourceContract;
import java.nio.file.Path;
import java.util.Map;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.wire.DocumentContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract of every source, over a real queue. */
class QueueSourceTest implements RequestSourceContract {

    @TempDir
    private Path directory;

    @Override
    public Input newInput() {
        final QueuePair queues = QueuePair.open(directory, QueueOptions.DEFAULTS.withDiskReserve(0));
        final InputWriter writer = queues.newWriter();
        final RequestSource source = new QueueSource(queues, queues.requestsFromStart());
        return new Input() {
            @Override
            public void write(RequestKind kind, String name, Object... arguments) {
                writer.append(kind, Map.of(), name, arguments);
            }

            @Override
            public void writeUndecodable() {
                try (ChronicleQueue input =
                                ChronicleQueue.single(directory.resolve("in").toString());
                        ExcerptAppender appender = input.createAppender();
                        DocumentContext document = appender.writingDocument()) {
                    document.wire().write("executeUpdate").text("DROP TABLE customer");
                }
            }

            @Override
            public RequestSource source() {
                return source;
            }

            @Override
            public void close() {
                source.close();
                writer.close();
                queues.close();
            }
        };
    }

    @Test
    void shouldTellRequestsThatWereThereAtItsOpeningFromLaterOnes() {
        try (QueuePair queues = QueuePair.open(directory, QueueOptions.DEFAULTS.withDiskReserve(0));
                InputWriter writer = queues.newWriter()) {
            try (RequestSource source = new QueueSource(queues, queues.requestsFromStart())) {
                assertTrue(source.lastAtOpening() < writer.write(RequestKind.LOOKUP, Map.of(), "first", 1L));
            }
            final long second = writer.write(RequestKind.LOOKUP, Map.of(), "second", 1L);
            try (RequestSource source = new QueueSource(queues, queues.requestsFromStart())) {
                assertEquals(second, source.lastAtOpening());
                assertTrue(source.lastAtOpening() < writer.write(RequestKind.LOOKUP, Map.of(), "third", 1L));
            }
        }
    }
}
