package dev.sluice.faults.simulate.world;

import dev.sluice.api.FailureKind;
import dev.sluice.faults.simulate.mishap.Place;
import dev.sluice.faults.simulate.program.Request;
import dev.sluice.faults.simulate.program.Request.Refusal;
import dev.sluice.faults.simulate.program.Writers;
import dev.sluice.internal.wire.RequestFrame.RequestReceiver;
import dev.sluice.service.core.RequestSource;
import dev.sluice.transport.WriterSequences;

/**
 * Reads the input like the gateway's own source: with {@code sync: chunk} requests are on disk before the gateway gets them. For
 * a lane, this class is a model of the reader for Kafka instead. In both cases the real code checks the numbers of writers, so
 * that missing numbers of one writer affect only this writer. A reader that begins in the middle of the input first learns the
 * earlier numbers of each writer. A mutant of the reader without this step shows the consequence.
 */
final class SimulatedSource implements RequestSource {

    private final Life life;
    private final SimulatedInput input;
    private final Setup setup;
    private final boolean files;
    private final long lastAtOpening;
    private final WriterSequences sequences;
    private final int first;
    private int next;

    private SimulatedSource(Life life, int next, boolean files) {
        this.life = life;
        this.input = life.world.input();
        this.setup = life.world.setup;
        this.first = next;
        this.next = next;
        this.files = files;
        this.lastAtOpening = files ? setup.positions().index(input.size() - 1) : Long.MAX_VALUE;
        this.sequences = new WriterSequences(true);
        lookBack(next);
    }

    /** @param next the place of the first request that the gateway gets */
    static SimulatedSource ofQueue(Life life, int next) {
        return new SimulatedSource(life, next, true);
    }

    /** @param next the place of the first request that the gateway gets */
    static SimulatedSource ofLane(Life life, int next) {
        return new SimulatedSource(life, next, false);
    }

    /** Returns the place of the next request that the gateway gets. */
    int next() {
        return next;
    }

    boolean hasHandedOver() {
        return next > first;
    }

    private void lookBack(int before) {
        for (int place = 0; place < before; place++) {
            takeNumber(input.get(place));
        }
    }

    private boolean takeNumber(Request request) {
        return Writers.takeNumber(sequences, request.refusal(), request.frame());
    }

    @Override
    public int poll(RequestReceiver receiver, int limit) {
        int read = 0;
        while (read < limit && next < input.size()) {
            if (files && next % setup.positions().perCycle() == 0) {
                life.step(Place.INPUT_ROLL, next);
            }
            life.step(Place.READ_REQUEST, next);
            handOver(receiver, setup.positions().index(next), input.get(next));
            next++;
            read++;
        }
        if (read > 0) {
            life.step(Place.REQUEST_READ, next);
            if (setup.syncChunk()) {
                life.step(Place.INPUT_SYNC, next);
                input.sync(next);
                life.step(Place.INPUT_SYNCED, next);
            }
        }
        return read;
    }

    private void handOver(RequestReceiver receiver, long index, Request request) {
        final long written = life.world.wallClockNanos();
        final boolean inTurn = takeNumber(request);
        if (request.refusal() == Refusal.UNDECODABLE) {
            receiver.undecodable(index, 0, "nobody can");
        } else if (inTurn) {
            receiver.request(index, written, request.frame());
        } else {
            receiver.refused(index, written, request.frame(), FailureKind.INVALID, "a number is missing");
        }
    }

    @Override
    public long lastAtOpening() {
        return lastAtOpening;
    }

    @Override
    public String position(long index) {
        return setup.positions().text(index);
    }

    @Override
    public void close() {
        // nothing is held open
    }
}
