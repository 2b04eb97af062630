package dev.sluice.perf.micro;

import dev.sluice.api.RequestKind;
import dev.sluice.internal.wire.Encoder;
import dev.sluice.internal.wire.RequestFrame;
import java.util.Map;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.wire.BinaryWireCode;
import net.openhft.chronicle.wire.DocumentContext;
import net.openhft.chronicle.wire.Wire;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/** Writing requests. */
public class WriteBenchmark extends QueueBenchmark {

    private final Encoder encoder = new Encoder();
    private final Object[] arguments = new Object[1];
    private ExcerptAppender appender;

    @Override
    void prepare() {
        final ChronicleQueue bare = opened(
                SingleChronicleQueueBuilder.binary(path().resolve("bare")).build());
        appender = opened(bare.createAppender());
    }

    /** A lookup as a job writes it: with history, checksum, writer and number. */
    @Benchmark
    @OperationsPerInvocation(REQUESTS)
    public void writeRequest() {
        write();
    }

    /** Writes as many bytes as a document of Chronicle Queue without history, by an appender without our checks. */
    @Benchmark
    @OperationsPerInvocation(REQUESTS)
    public void writeDocumentWithoutHistory() {
        for (long key = 0; key < REQUESTS; key++) {
            arguments[0] = key;
            RequestFrame.encode(encoder, RequestKind.LOOKUP, 1, key, Map.of(), "customer", arguments);
            try (DocumentContext document = appender.writingDocument()) {
                final Wire wire = document.wire();
                wire.writeEventName(RequestKind.LOOKUP.event()).writeLength(encoder.size() + 1L);
                final Bytes<?> bytes = wire.bytes();
                bytes.writeUnsignedByte(BinaryWireCode.U8_ARRAY);
                bytes.write(encoder.buffer(), 0, encoder.size());
            }
        }
    }
}
