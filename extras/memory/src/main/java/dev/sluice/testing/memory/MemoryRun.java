package dev.sluice.testing.memory;

import dev.sluice.transport.RequestReader;
import dev.sluice.transport.ResultReader;
import dev.sluice.transport.RunPlace;

/** The position in the results that a run of a job has reached. */
final class MemoryRun implements RunPlace {

    static final String KIND = "run";

    private final MemoryLog log;
    private final String name;
    private final Place begin;
    private final ResultReader results;
    private volatile Place read;

    /** @param name the run's name, already reserved */
    MemoryRun(MemoryLog log, String name) {
        this.log = log;
        this.name = name;
        this.begin = log.run(name);
        this.read = begin;
        this.results = MemoryResultReader.from(log, Math.toIntExact(begin.sequence()));
    }

    @Override
    public Place begin() {
        return begin;
    }

    @Override
    public RequestReader requestsFromBegin() {
        final boolean start = begin.sequence() == 0;
        return new MemoryRequestReader(
                log, start ? 0 : log.result(Math.toIntExact(begin.index())).requestIndex());
    }

    @Override
    public int poll(ResultReader.Receiver receiver, int limit) {
        final long[] last = {-1, 0};
        final int count = results.poll(
                (index, result) -> {
                    receiver.result(index, result);
                    last[0] = index;
                    last[1] = result.sequence();
                },
                limit);
        if (count > 0) {
            read = new Place(last[0], last[1]);
        }
        return count;
    }

    @Override
    public Place read() {
        return read;
    }

    @Override
    public void moveTo(Place place) {
        log.moveRun(name, place);
    }

    @Override
    public void end() {
        log.endRun(name);
        close();
    }

    @Override
    public void close() {
        results.close();
        log.giveBack(KIND, name);
    }
}
