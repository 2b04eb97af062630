package dev.sluice.service.memory;

import dev.sluice.api.RequestKind;
import dev.sluice.internal.wire.MessageWriter;
import dev.sluice.internal.wire.RequestFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A queue that outlives the sources and sinks on it, as a queue's files do. Holds messages as they are on the wire. */
public final class InMemoryQueue {

    private static final long WRITER = 7;

    /** One document. */
    record Document(byte[] message, long writtenNanos) {}

    private final List<Document> documents = new ArrayList<>();
    private final MessageWriter message = new MessageWriter();
    private long sequence;

    /** Appends a request as a writer would; the result is its index. */
    public long request(RequestKind kind, String name, Object... arguments) {
        return request(Map.of(), kind, name, arguments);
    }

    /** The same with headers. */
    public long request(Map<String, String> headers, RequestKind kind, String name, Object... arguments) {
        RequestFrame.encode(message, kind, WRITER, ++sequence, headers, name, arguments);
        return append(message.toBytes());
    }

    /** Appends any document; the result is its index. */
    public long append(byte[] document) {
        documents.add(new Document(document, 1_000L + documents.size()));
        return documents.size() - 1L;
    }

    /** A copy that ends before that index; a writer goes on with its numbers. */
    public InMemoryQueue cutTo(int end) {
        final InMemoryQueue cut = new InMemoryQueue();
        cut.documents.addAll(documents.subList(0, end));
        cut.sequence = sequence;
        return cut;
    }

    public int size() {
        return documents.size();
    }

    Document get(long index) {
        return documents.get(Math.toIntExact(index));
    }
}
