package dev.sluice.service;

import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.update.CommitNotes;
import dev.sluice.transport.Lane;
import dev.sluice.transport.Lease;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Records the last committed request of each checkpoint beside the lane's results. The names of the gateway and the database
 * identify the checkpoint. The next start compares the record with the checkpoint, and so notices commits that the database has
 * lost.
 */
final class LaneCommits implements CommitNotes, AutoCloseable {

    private static final int LAST = 0;
    private static final int EPOCH = 1;

    private final GatewayConfig config;
    private final Lane queues;
    private final Lease lease;
    private final Map<String, Lease.Numbers> open = new HashMap<>();

    LaneCommits(GatewayConfig config, Lane queues, Lease lease) {
        this.config = config;
        this.queues = queues;
        this.lease = lease;
    }

    private Lease.Numbers numbers(String database) {
        return open.computeIfAbsent(database, name -> lease.checkpoint(config.name(), name));
    }

    @Override
    public Optional<Commit> last(String database) {
        final Lease.Numbers numbers = numbers(database);
        return numbers.get(EPOCH) == Lease.Numbers.NONE
                ? Optional.empty()
                : Optional.of(new Commit(numbers.get(EPOCH), numbers.get(LAST)));
    }

    /**
     * {@inheritDoc} After a crash between the two writes the note has an older epoch, and the next start checks it less strictly.
     */
    @Override
    public void note(String database, Commit commit) {
        final Lease.Numbers numbers = numbers(database);
        numbers.set(LAST, commit.last());
        numbers.set(EPOCH, commit.epoch());
    }

    @Override
    public void lost(String database, long after, long through) {
        new LostUpdates(config, queues, database, after, through).list();
    }

    @Override
    public String redrive(String database, long after, long through) {
        return new LostUpdates(config, queues, database, after, through).redrive();
    }

    @Override
    public void close() {
        open.values().forEach(Lease.Numbers::close);
    }
}
