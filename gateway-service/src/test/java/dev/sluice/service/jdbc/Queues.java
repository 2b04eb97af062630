package dev.sluice.service.jdbc;

import dev.sluice.service.config.DatabaseConfig;
import dev.sluice.service.memory.InMemoryQueue;
import dev.sluice.service.update.Origin;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** A pair of queues that outlives the gateways on it. */
final class Queues {

    private InMemoryQueue input = new InMemoryQueue();
    private InMemoryQueue output = new InMemoryQueue();
    private UUID id = UUID.randomUUID();
    private boolean accepted;
    private long lastRequest = Long.MAX_VALUE;
    private Set<String> decided = Set.of();
    private int gateways;

    InMemoryQueue input() {
        return input;
    }

    InMemoryQueue output() {
        return output;
    }

    /** The same requests and results in queues of another identity. */
    Queues replaced() {
        id = UUID.randomUUID();
        return this;
    }

    /** Queues of which an operator says that they replace former ones. */
    Queues accepted() {
        accepted = true;
        return this;
    }

    /** An input that ends there when the gateway starts. */
    Queues endingAt(long index) {
        lastRequest = index;
        return this;
    }

    /** Queues that lost the requests after the last result. */
    Queues withoutRequestsBehindResults() {
        input = input.cutTo(output.size());
        return this;
    }

    /** Queues that lost every result. */
    Queues withoutResults() {
        output = new InMemoryQueue();
        return this;
    }

    /** A copy of the files, for a gateway on another machine. */
    Queues copied() {
        final Queues copy = new Queues();
        copy.id = id;
        copy.input = input.cutTo(input.size());
        copy.output = output.cutTo(output.size());
        return copy;
    }

    /** Queues with updates of that database that are not declared any more: they are to be answered as failed. */
    Queues decided(String database) {
        decided = Set.of(database);
        return this;
    }

    /** Whether an earlier gateway may have left updates of a database without results. */
    boolean mayHaveUpdates(DatabaseConfig database) {
        return gateways > 1 && database.adHoc().allowed() || decided.contains(database.name());
    }

    Origin origin(String gateway) {
        gateways++;
        return new Origin(
                gateway,
                "run " + UUID.randomUUID(),
                id,
                lastRequest,
                output.size() - 1L,
                accepted,
                index -> "0:" + index,
                Map.of(),
                Optional.empty());
    }
}
