package dev.sluice.faults.simulate.world;

import dev.sluice.faults.simulate.mishap.Fault;
import dev.sluice.faults.simulate.mishap.Place;
import dev.sluice.faults.simulate.world.ResultLog.FencedException;
import dev.sluice.faults.simulate.world.ResultLog.Producer;
import dev.sluice.service.core.Item;
import dev.sluice.service.core.StoppedException;
import dev.sluice.service.update.CheckpointTable;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Writes results in transactions. This is a model of the gateway's writer for Kafka, because the real writer needs Kafka's
 * client. All waiting results are sent in one transaction, which is committed some turns later; then the next transaction begins.
 * A result counts as visible when its commit has returned. If the brokers refuse the producer, its next operation throws an
 * exception, and the gateway ends.
 */
final class ResultProducer implements Life.Sink {

    private static final int LONGEST_UNTIL_COMMIT = 12;
    private static final int LONGEST_SYNC = 4;

    private final Life life;
    private final World world;
    private final ResultLog log;
    private Producer producer;
    private final Deque<Item> waiting = new ArrayDeque<>();
    private final int answeredBefore;
    private int taken;
    private int inTransaction;
    private long lastSent;
    private long commitAtTurn;
    private long written;
    private long flushed = CheckpointTable.NONE;
    private long syncing = CheckpointTable.NONE;
    private long durable = CheckpointTable.NONE;
    private boolean busy;
    private long visible;
    private Optional<String> failure = Optional.empty();

    /** @param answered the number of results when the lane was claimed */
    ResultProducer(Life life, ResultLog log, Producer producer, int answered) {
        this.life = life;
        this.world = life.world;
        this.log = log;
        this.producer = producer;
        this.answeredBefore = answered;
        this.written = life.claimant.answered();
        this.visible = written;
    }

    private void check() {
        if (failure.isPresent()) {
            throw new StoppedException("results cannot be written: " + failure.get(), null);
        }
    }

    @Override
    public void write(Item item) {
        check();
        final int place = taken();
        life.step(Place.RESULT, place);
        waiting.add(item);
        written = item.request().index();
        taken++;
        life.step(Place.RESULT_WRITTEN, place);
    }

    @Override
    public int taken() {
        return answeredBefore + taken;
    }

    @Override
    public void flush() {
        check();
        life.step(Place.FLUSH, taken());
        flushed = written;
    }

    /** Lets two threads take a turn: one sends and commits, and the other waits until all results are visible. */
    @Override
    public void work() {
        if (failure.isEmpty()) {
            try {
                sendOrCommit();
            } catch (final FencedException e) {
                failure = Optional.of(e.getMessage());
            }
        }
        if (busy && visible >= syncing && world.turn() >= commitAtTurn + LONGEST_SYNC) {
            durable = syncing;
            busy = false;
        }
    }

    private void sendOrCommit() throws FencedException {
        if (inTransaction == 0 && !waiting.isEmpty()) {
            send();
        } else if (inTransaction > 0 && world.turn() >= commitAtTurn) {
            life.step(Place.RESULTS_COMMIT, inTransaction);
            commit();
        }
    }

    private void send() throws FencedException {
        while (!waiting.isEmpty()) {
            final Item next = waiting.remove();
            producer.send(next, life::mayHaveBeenAway);
            lastSent = next.request().index();
            inTransaction++;
            life.step(Place.RESULTS_SENT, inTransaction);
        }
        commitAtTurn = world.turn() + world.choices.below(LONGEST_UNTIL_COMMIT);
        if (world.happens(Fault.GIVEN_UP)) {
            log.giveUp(producer);
        }
    }

    private void commit() throws FencedException {
        producer.commit();
        life.step(Place.RESULTS_COMMITTED, inTransaction);
        inTransaction = 0;
        visible = lastSent;
    }

    @Override
    public long visibleIndex() {
        check();
        return visible;
    }

    @Override
    public long durableIndex() {
        return durable;
    }

    @Override
    public void startSync() {
        if (!busy && durable != flushed) {
            busy = true;
            syncing = flushed;
        }
    }

    @Override
    public void ended() {
        // the brokers deal with the open transaction
    }

    @Override
    public void close() {
        // nothing is held open
    }
}
