package dev.sluice.faults.simulate.world;

import dev.sluice.faults.simulate.mishap.Fault;
import dev.sluice.faults.simulate.mishap.Place;
import dev.sluice.service.core.Item;
import dev.sluice.service.core.ResultSink;
import dev.sluice.service.update.CheckpointTable;

/**
 * Writes the output as the gateway's own sink does: with {@code sync: chunk} what is flushed is on disk, without it a sync
 * in the background brings it there, some turns later.
 */
final class SimulatedSink implements ResultSink {

    /** The disk of the queues has reached its reserve; the gateway's program tries again later. */
    static final class DiskFull extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private DiskFull() {
            super("the disk is full", null, false, false);
        }
    }

    private static final int LONGEST_SYNC = 12;
    private static final int VERY_LONG_SYNC = 1_000;

    private final Life life;
    private final World world;
    private final SimulatedOutput output;
    private final Setup setup;
    private long written;
    private long flushed = CheckpointTable.NONE;
    private long syncing = CheckpointTable.NONE;
    private int syncingResults;
    private long syncedAtTurn;
    private boolean busy;
    private long durable = CheckpointTable.NONE;

    SimulatedSink(Life life, SimulatedOutput output) {
        this.life = life;
        this.world = life.world;
        this.output = output;
        this.setup = world.setup;
        this.written = life.claimant.answered();
    }

    @Override
    public void write(Item item) {
        final int place = output.size();
        if (world.diskFull()) {
            throw new DiskFull();
        }
        if (place % setup.positions().perCycle() == 0) {
            life.step(Place.OUTPUT_ROLL, place);
        }
        life.step(Place.RESULT, place);
        life.step(Place.RESULT_TORN, place); // the document is not complete, and nobody sees it
        world.judge.result(item, place, life::mayHaveBeenAway);
        output.append();
        written = item.request().index();
        life.step(Place.RESULT_WRITTEN, place);
    }

    @Override
    public void flush() {
        life.step(Place.FLUSH, output.size());
        if (setup.syncChunk()) {
            output.sync(output.size());
        }
        flushed = written;
        life.step(Place.FLUSHED, output.size());
    }

    @Override
    public long durableIndex() {
        return setup.syncChunk() ? flushed : durable;
    }

    @Override
    public void startSync() {
        if (!setup.syncChunk() && !busy && durable != flushed) {
            busy = true;
            syncing = flushed;
            syncingResults = output.size();
            final int longest = world.happens(Fault.SLOW_SYNC) ? VERY_LONG_SYNC : LONGEST_SYNC;
            syncedAtTurn = world.turn() + world.choices.below(longest);
        }
    }

    /** The thread that syncs. */
    void work() {
        if (busy && world.turn() >= syncedAtTurn) {
            life.step(Place.SYNC, syncingResults);
            output.sync(syncingResults);
            durable = syncing;
            busy = false;
            life.step(Place.SYNCED, syncingResults);
        }
    }

    @Override
    public void close() {
        // nothing is held open
    }
}
