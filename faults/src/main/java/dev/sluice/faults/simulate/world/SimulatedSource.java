package dev.sluice.faults.simulate.world;

import dev.sluice.faults.simulate.mishap.Place;
import dev.sluice.faults.simulate.program.Request;
import dev.sluice.internal.wire.RequestFrame.RequestReceiver;
import dev.sluice.service.core.RequestSource;

/** Reads the input as the gateway's own source does: with {@code sync: chunk} what is handed over is on disk. */
final class SimulatedSource implements RequestSource {

    private final Life life;
    private final SimulatedInput input;
    private final Setup setup;
    private final long lastAtOpening;
    private int next;

    /** @param next the place of the first request to hand over */
    SimulatedSource(Life life, int next) {
        this.life = life;
        this.input = life.world.input();
        this.setup = life.world.setup;
        this.next = next;
        this.lastAtOpening = setup.positions().index(input.size() - 1);
    }

    @Override
    public int poll(RequestReceiver receiver, int limit) {
        int read = 0;
        while (read < limit && next < input.size()) {
            if (next % setup.positions().perCycle() == 0) {
                life.step(Place.INPUT_ROLL, next);
            }
            life.step(Place.READ_REQUEST, next);
            handOver(receiver);
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

    private void handOver(RequestReceiver receiver) {
        final long index = setup.positions().index(next);
        final Request request = input.get(next);
        if (request.refusal() == Request.Refusal.UNDECODABLE) {
            receiver.undecodable(index, 0, "nobody can");
        } else {
            receiver.request(index, life.world.wallClockNanos(), request.frame());
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
