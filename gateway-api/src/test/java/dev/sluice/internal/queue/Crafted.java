package dev.sluice.internal.queue;

import dev.sluice.api.RequestKind;
import dev.sluice.internal.queue.document.Documents;
import dev.sluice.internal.queue.document.QueueDirectory;
import dev.sluice.internal.wire.MessageWriter;
import dev.sluice.internal.wire.RequestFrame;
import java.util.Map;
import net.openhft.chronicle.core.time.TimeProvider;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.wire.DocumentContext;
import net.openhft.chronicle.wire.VanillaMessageHistory;

/** Requests as no client writes them: right checksums, and numbers and times of somebody's choice. */
final class Crafted {

    /** Of a request that does not say when it was written. */
    static final long NO_TIME = -1;

    private Crafted() {}

    /** Writes one to the input, beside all rules for writers. */
    static void write(QueuePair queues, TimeProvider clock, long writer, long number, long writtenNanos) {
        final MessageWriter message = new MessageWriter();
        RequestFrame.encode(message, RequestKind.UPDATE, writer, number, Map.of(), "crafted", new Object[] {number});
        final QueueDirectory input = queues.input().directory();
        try (ChronicleQueue queue = SingleChronicleQueueBuilder.binary(input.path())
                        .rollCycle(input.cycle())
                        .blockSize(input.blockSize())
                        .timeProvider(clock)
                        .sourceId(Documents.INPUT)
                        .build();
                ExcerptAppender appender = queue.createAppender();
                DocumentContext document = appender.writingDocument()) {
            if (writtenNanos != NO_TIME) {
                final History history = new History(writtenNanos);
                history.useBytesMarshallable(true);
                history.doWriteHistory(document);
            }
            document.wire().bytes().write(message.toBytes());
        }
    }

    private static final class History extends VanillaMessageHistory {
        private final transient long nanos;

        private History(long nanos) {
            this.nanos = nanos;
        }

        @Override
        protected long nanoTime() {
            return nanos;
        }
    }
}
