package dev.sluice.internal.client;

import dev.sluice.api.QueueLockedException;
import dev.sluice.internal.client.RunFile.RunMark;
import dev.sluice.internal.client.RunFile.RunName;
import dev.sluice.internal.fault.FaultPoint;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.transport.Lane;
import dev.sluice.transport.ResultReader;
import dev.sluice.transport.RunPlace;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A run, opened by this process, with what earlier ones left of it: its mark, and what they had asked. Gives the client's
 * futures their results.
 */
public final class OpenedRun implements ResultSource, AutoCloseable {

    private final RunName name;
    private final RunFile file;
    private final Lane queues;
    private final Optional<RunPlace> place;
    private final History history;
    private RunMark mark;
    private boolean closed;

    private OpenedRun(
            RunName name, RunFile file, RunMark mark, Lane queues, Optional<RunPlace> place, History history) {
        this.name = name;
        this.file = file;
        this.mark = mark;
        this.queues = queues;
        this.place = place;
        this.history = history;
    }

    /**
     * Opens a run, or begins it.
     *
     * @throws QueueLockedException if another process has it, or this one already
     * @throws IllegalArgumentException if the names are not fit for the name of a file
     */
    public static OpenedRun open(Lane queues, String job, String run) {
        final RunName name = new RunName(job, run);
        final RunFile file = RunFile.of(name, queues);
        final RunPlace place = queues.run(name.text()); // with its lock: only now the mark is the last one
        try {
            return opened(name, file, queues, place);
        } catch (final Throwable e) {
            place.close();
            throw e;
        }
    }

    private static OpenedRun opened(RunName name, RunFile file, Lane queues, RunPlace place) {
        final OptionalLong last = queues.lastRequest();
        final Optional<RunMark> earlier = file.read();
        if (earlier.isEmpty()) {
            final RunMark begin = RunMark.begin(last.orElse(RunMark.NONE));
            FaultPoint.reached("run-placed");
            file.write(begin); // before anything is asked
            return new OpenedRun(name, file, begin, queues, Optional.of(place), History.none(name));
        }
        final RunMark mark = earlier.get();
        if (mark.ended()) {
            place.end(); // one that a kill left, or made just now
            return new OpenedRun(name, file, mark, queues, Optional.empty(), History.none(name));
        }
        final History history = last.isEmpty() ? History.none(name) : History.read(name, place, mark, last.getAsLong());
        return new OpenedRun(name, file, mark, queues, Optional.of(place), history);
    }

    /** Hands over the results after the run's place; none of a run that has ended. */
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

    public RunName name() {
        return name;
    }

    /** The directory of the queues. */
    public Path queues() {
        return Path.of(queues.address());
    }

    public History history() {
        return history;
    }

    /** The last mark that is on disk. */
    public RunMark mark() {
        return mark;
    }

    /** The index of the last request on the input, {@link RunMark#NONE} when there is none. */
    public long lastRequest() {
        return queues.lastRequest().orElse(RunMark.NONE);
    }

    public RunPlace place() {
        return place.orElseThrow(() -> new IllegalStateException("the " + name + " has ended"));
    }

    /** Brings a mark to disk. */
    public void write(RunMark newMark) {
        file.write(newMark);
        mark = newMark;
    }

    /** All is handled, and the mark says so: nothing is kept for this run any more. */
    public void end() {
        place().end();
        closed = true;
    }

    /** Gives the run back. After the last {@link #poll}; closing again does nothing. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            place.ifPresent(RunPlace::close);
        }
    }
}
