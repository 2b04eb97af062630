package dev.sluice.faults.simulate.world;

import dev.sluice.faults.simulate.mishap.Fault;
import dev.sluice.faults.simulate.mishap.Place;
import dev.sluice.service.core.Item;
import dev.sluice.service.update.CheckpointTable;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Writes the output like the gateway's own sink: with {@code sync: chunk} flushed results are on disk; without it a background
 * sync brings them to disk some turns later. If the setup is {@code late}, results become visible late, as with a transactional
 * transport. All results that the sink has received before it sends a transaction become visible together when the transaction
 * ends. If the process ends before that, these results may still become visible, or never do.
 */
final class SimulatedSink implements Life.Sink {

    /** Thrown if the disk of the queues has reached its reserve; the gateway's program tries again later. */
    static final class DiskFull extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private DiskFull() {
            super("the disk is full", null, false, false);
        }
    }

    private static final int LONGEST_UNSEEN = 12;
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
    /** The received results that are not visible yet, in order. The first {@link #sent} of them are in a sent transaction. */
    private final Deque<Item> unseen = new ArrayDeque<>();

    private int sent;
    private long seenAtTurn;
    private long visible;

    SimulatedSink(Life life, SimulatedOutput output) {
        this.life = life;
        this.world = life.world;
        this.output = output;
        this.setup = world.setup;
        this.written = life.claimant.answered();
        this.visible = written;
    }

    @Override
    public void write(Item item) {
        final int place = taken();
        if (world.diskFull()) {
            throw new DiskFull();
        }
        if (place % setup.positions().perCycle() == 0) {
            life.step(Place.OUTPUT_ROLL, place);
        }
        life.step(Place.RESULT, place);
        life.step(Place.RESULT_TORN, place); // the document is incomplete, and therefore not visible
        unseen.addLast(item);
        written = item.request().index();
        if (!setup.late()) {
            show(1);
        }
        life.step(Place.RESULT_WRITTEN, place);
    }

    @Override
    public int taken() {
        return output.size() + unseen.size();
    }

    /** Makes a number of further results visible to readers. */
    private void show(int results) {
        for (int i = 0; i < results; i++) {
            final Item item = unseen.removeFirst();
            output.append(world.judge.result(item, output.size(), life::mayHaveBeenAway));
            visible = item.request().index();
        }
    }

    @Override
    public void flush() {
        life.step(Place.FLUSH, taken());
        if (setup.syncChunk()) {
            output.sync(taken());
        }
        flushed = written;
        send();
        life.step(Place.FLUSHED, taken());
    }

    private void send() {
        if (sent == 0 && !unseen.isEmpty()) {
            sent = unseen.size();
            seenAtTurn = world.turn() + world.choices.below(LONGEST_UNSEEN);
        }
    }

    @Override
    public long visibleIndex() {
        return visible;
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
            syncingResults = taken();
            final int longest = world.happens(Fault.SLOW_SYNC) ? VERY_LONG_SYNC : LONGEST_SYNC;
            syncedAtTurn = world.turn() + world.choices.below(longest);
        }
    }

    /** Lets two threads take a turn: one ends transactions, and the other syncs. */
    @Override
    public void work() {
        if (sent > 0 && world.turn() >= seenAtTurn) {
            life.step(Place.SEEN, output.size());
            final int ended = sent;
            sent = 0;
            show(ended);
            send();
        }
        if (busy && world.turn() >= syncedAtTurn) {
            life.step(Place.SYNC, syncingResults);
            output.sync(syncingResults);
            durable = syncing;
            busy = false;
            life.step(Place.SYNCED, syncingResults);
        }
    }

    /** Called when the process has ended: a sent transaction may still become visible, but nothing else. */
    @Override
    public void ended() {
        if (sent > 0 && world.choices.oneIn(2)) {
            show(sent);
        }
        unseen.clear();
        sent = 0;
        output.ended();
    }

    @Override
    public void close() {
        // nothing is held open
    }
}
