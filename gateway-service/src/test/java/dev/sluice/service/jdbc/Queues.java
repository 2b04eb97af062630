package dev.sluice.service.jdbc;

import dev.sluice.service.config.DatabaseConfig;
import dev.sluice.service.memory.InMemoryLane;
import dev.sluice.service.update.Accepted;
import dev.sluice.service.update.CommitNotes;
import dev.sluice.service.update.Origin;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** A pair of queues that outlives the gateways on it. */
final class Queues implements CommitNotes {

    private InMemoryLane lane = new InMemoryLane();
    private UUID id = UUID.randomUUID();
    private Accepted accepted = Accepted.NOTHING;
    private final Map<String, Commit> notes = new HashMap<>();
    private final List<String> lost = new ArrayList<>();
    private long lastRequest = Long.MAX_VALUE;
    private Set<String> decided = Set.of();
    private int gateways;
    private String gateway = "";

    InMemoryLane lane() {
        return lane;
    }

    /** The same requests and results in queues of another identity. */
    Queues replaced() {
        id = UUID.randomUUID();
        notes.clear();
        return this;
    }

    /** Queues of which an operator says that they replace former ones. */
    Queues accepted() {
        accepted = new Accepted(true, false);
        return this;
    }

    /** An input that ends there when the gateway starts. */
    Queues endingAt(long index) {
        lastRequest = index;
        return this;
    }

    /** Queues that lost the requests after the last result. */
    Queues withoutRequestsBehindResults() {
        lane = lane.copy(lane.answered(), lane.answered());
        return this;
    }

    /** Queues that lost every result. */
    Queues withoutResults() {
        lane = lane.copy(lane.asked(), 0);
        return this;
    }

    /** A copy of the files, for a gateway on another machine. */
    Queues copied() {
        final Queues copy = new Queues();
        copy.id = id;
        copy.lane = lane.copy(lane.asked(), lane.answered());
        copy.notes.putAll(notes);
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

    /** The notes beside the output are gone. */
    Queues withoutNotes() {
        notes.clear();
        return this;
    }

    /** Databases that lost commits, of which an operator says that they stay lost. */
    Queues acceptedLost() {
        accepted = new Accepted(false, true);
        return this;
    }

    /** Queues of which an operator says nothing any more. */
    Queues notAccepting() {
        accepted = Accepted.NOTHING;
        return this;
    }

    /** How far a database's checkpoint had got by the note beside the output. */
    Optional<Commit> noted(String database) {
        return last(database);
    }

    @Override
    public Optional<Commit> last(String database) {
        return Optional.ofNullable(notes.get(gateway + "@" + database));
    }

    @Override
    public void note(String database, Commit commit) {
        notes.put(gateway + "@" + database, commit);
    }

    @Override
    public void lost(String database, long after, long through) {
        lost.add(database + " " + after + ".." + through);
    }

    /** What was said of lost updates: the database, and between which indexes they are. */
    List<String> lost() {
        return List.copyOf(lost);
    }

    Origin origin(String gateway) {
        gateways++;
        this.gateway = gateway;
        return new Origin(
                gateway,
                "run " + UUID.randomUUID(),
                id,
                lastRequest,
                lane.answered() - 1L,
                accepted,
                index -> "0:" + index,
                Map.of(),
                this,
                Optional.empty());
    }
}
