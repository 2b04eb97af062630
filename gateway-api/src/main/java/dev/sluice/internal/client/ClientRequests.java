package dev.sluice.internal.client;

import dev.sluice.api.NumberedRequests;
import dev.sluice.api.RequestKind;
import dev.sluice.api.Requests;
import dev.sluice.internal.queue.RequestWriter;
import java.time.Duration;
import java.util.Map;

/** Requests of one writer, and how many of them have their result. Written by one thread, counted by another. */
public final class ClientRequests implements NumberedRequests {

    private final RequestWriter writer;
    private final long before;
    private volatile long answered;
    private volatile boolean closed;
    private volatile boolean takenOver;

    public ClientRequests(RequestWriter writer) {
        this.writer = writer;
        this.answered = Math.min(writer.answered().orElse(writer.lastSequence()), writer.lastSequence());
        this.before = answered;
    }

    @Override
    public long lookup(String name, Object... key) {
        return append(RequestKind.LOOKUP, Map.of(), name, key);
    }

    @Override
    public long executeQuery(String statement, Object... args) {
        return append(RequestKind.QUERY, Map.of(), statement, args);
    }

    @Override
    public long executeUpdate(String statement, Object... args) {
        return append(RequestKind.UPDATE, Map.of(), statement, args);
    }

    @Override
    public long send(String endpoint, Object payload) {
        return append(RequestKind.SEND, Map.of(), endpoint, payload);
    }

    long append(RequestKind kind, Map<String, String> headers, String name, Object... args) {
        if (takenOver && !closed) {
            throw new IllegalStateException(kind.event() + " '" + name
                    + "': this client has futures, which own its requests and results: ask them");
        }
        checkOpen(kind, name);
        return writer.append(kind, headers, name, args);
    }

    /** For threads that take turns under a lock. */
    public void appendInTurn(RequestKind kind, Map<String, String> headers, String name, Object... args) {
        checkOpen(kind, name);
        try {
            writer.append(kind, headers, name, args);
        } finally {
            writer.handOver();
        }
    }

    private void checkOpen(RequestKind kind, String name) {
        if (closed) {
            throw new IllegalStateException(kind.event() + " '" + name + "': the gateway client was closed");
        }
    }

    /** From now on requests are asked by {@link #appendInTurn} alone. */
    public void takeOver() {
        takenOver = true;
        writer.handOver();
    }

    @Override
    public Requests within(Duration limit) {
        return new LimitedRequests(this, limit);
    }

    @Override
    public void sync() {
        if (closed) {
            throw new IllegalStateException("sync: the gateway client was closed");
        }
        writer.sync();
    }

    @Override
    public long writer() {
        return writer.id();
    }

    @Override
    public long lastSequence() {
        return writer.lastSequence();
    }

    long lastAnswered() {
        return answered;
    }

    /** Requests written, and those of an earlier run that had no result when this one began. */
    public long written() {
        return writer.lastSequence() - before;
    }

    /** How many of {@link #written()} have their result. */
    public long answered() {
        return answered - before;
    }

    /** Called by the reading thread alone. */
    public void answeredUpTo(long sequence) {
        if (sequence > answered) {
            answered = sequence;
            writer.noteAnswered(sequence);
        }
    }

    public void close() {
        closed = true;
        writer.close();
    }
}
