package dev.sluice.internal.client;

import dev.sluice.internal.client.RunFile.OfLane;
import dev.sluice.internal.client.RunFile.RunMark;
import dev.sluice.internal.client.RunFile.RunName;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.transport.Lane;
import dev.sluice.transport.ResultReader;
import dev.sluice.transport.RunPlace;
import java.util.Optional;

/**
 * One lane of an opened run: the run's place, which is its position in the results of this lane, and the requests that earlier
 * processes of the run sent on this lane.
 */
public final class RunLane implements ResultSource {

    private final RunName name;
    private final Lane queues;
    private final Optional<RunPlace> place;
    private final History history;

    /** @param place the place of the run; empty if the run has ended */
    RunLane(RunName name, Lane queues, Optional<RunPlace> place, History history) {
        this.name = name;
        this.queues = queues;
        this.place = place;
        this.history = history;
    }

    /** Passes the results after the run's place to the receiver; no results if the run has ended. */
    @Override
    public int poll(ResultReader.Receiver receiver, int limit) {
        return place.map(open -> open.poll(receiver, limit)).orElse(0);
    }

    @Override
    public void other(ResultFrame result) {
        history.result(result);
    }

    @Override
    public long unanswered() {
        return history.unanswered();
    }

    @Override
    public void ended(RuntimeException why) {
        history.ended(why);
    }

    public Lane queues() {
        return queues;
    }

    public History history() {
        return history;
    }

    public RunPlace place() {
        return place.orElseThrow(() -> new IllegalStateException("the " + name + " has ended"));
    }

    /** Returns this lane's part of the mark that is written when a failure stops the run. */
    public OfLane stopped(OfLane before) {
        return new OfLane(before.input(), before.behind(), queues.lastRequest().orElse(RunMark.NONE));
    }

    void end() {
        place.ifPresent(RunPlace::end);
    }

    void close() {
        place.ifPresent(RunPlace::close);
    }
}
