package dev.sluice.internal.client;

import dev.sluice.api.QueueLockedException;
import dev.sluice.internal.client.RunFile.OfLane;
import dev.sluice.internal.client.RunFile.RunMark;
import dev.sluice.internal.client.RunFile.RunName;
import dev.sluice.internal.fault.FaultPoint;
import dev.sluice.transport.Lane;
import dev.sluice.transport.RunPlace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** A run, opened by this process, with what earlier ones left of it: its mark, and what they had asked on each of its lanes. */
public final class OpenedRun implements AutoCloseable {

    private final RunName name;
    private final Path queues;
    private final RunFile file;
    private final List<RunLane> lanes;
    private RunMark mark;
    private boolean closed;

    private OpenedRun(RunName name, Path queues, RunFile file, RunMark mark, List<RunLane> lanes) {
        this.name = name;
        this.queues = queues;
        this.file = file;
        this.mark = mark;
        this.lanes = List.copyOf(lanes);
    }

    /**
     * Opens a run, or begins it.
     *
     * @param queues as a user means them
     * @param on the lanes that the run is on
     * @param home which of them has its mark
     * @throws QueueLockedException if another process has it, or this one already
     * @throws dev.sluice.api.QueueException if it began on other lanes
     */
    public static OpenedRun open(RunName name, Path queues, List<Lane> on, int home) {
        final TreeMap<Integer, RunPlace> places = new TreeMap<>();
        try {
            places.put(home, on.get(home).run(name.text())); // with its lock: only now the mark is the last one
            for (int lane = 0; lane < on.size(); lane++) {
                if (lane != home) {
                    places.put(lane, on.get(lane).run(name.text()));
                }
            }
            return opened(name, queues, on, RunFile.of(name, on.get(home)), List.copyOf(places.values()));
        } catch (final Throwable e) {
            places.values().forEach(RunPlace::close);
            throw e;
        }
    }

    private static OpenedRun opened(RunName name, Path queues, List<Lane> on, RunFile file, List<RunPlace> places) {
        final List<OptionalLong> last = on.stream().map(Lane::lastRequest).toList();
        final Optional<RunMark> earlier = file.read();
        final List<RunLane> lanes = new ArrayList<>();
        if (earlier.isEmpty()) {
            final List<OfLane> begins = new ArrayList<>();
            for (int lane = 0; lane < on.size(); lane++) {
                final Lane of = on.get(lane);
                final OfLane begin = new OfLane(of.inputId(), last.get(lane).orElse(RunMark.NONE), RunMark.NONE);
                begins.add(begin);
                lanes.add(new RunLane(name, of, Optional.of(places.get(lane)), History.none(name, begin)));
            }
            FaultPoint.reached("run-placed");
            final RunMark begin = RunMark.begin(begins);
            file.write(begin); // before anything is asked
            return new OpenedRun(name, queues, file, begin, lanes);
        }
        final RunMark mark = earlier.get();
        if (mark.ended()) {
            places.forEach(RunPlace::end); // those that a kill left, or made just now
            final History none = History.none(name, mark.lanes().get(0));
            on.forEach(lane -> lanes.add(new RunLane(name, lane, Optional.empty(), none)));
            return new OpenedRun(name, queues, file, mark, lanes);
        }
        file.check(mark, on);
        for (int lane = 0; lane < on.size(); lane++) {
            final RunPlace place = places.get(lane);
            final OfLane of = mark.lanes().get(lane);
            final History history = last.get(lane).isEmpty()
                    ? History.none(name, of)
                    : History.read(
                            name, place, mark.handled(), of, last.get(lane).getAsLong());
            lanes.add(new RunLane(name, on.get(lane), Optional.of(place), history));
        }
        return new OpenedRun(name, queues, file, mark, lanes);
    }

    public RunName name() {
        return name;
    }

    /** The directory of the queues. */
    public Path queues() {
        return queues;
    }

    /** The lanes that the run is on. */
    public List<RunLane> lanes() {
        return lanes;
    }

    /** The last mark that is on disk. */
    public RunMark mark() {
        return mark;
    }

    /** Brings a mark to disk. */
    public void write(RunMark newMark) {
        file.write(newMark);
        mark = newMark;
    }

    /** All is handled, and the mark says so: nothing is kept for this run any more. */
    public void end() {
        lanes.forEach(RunLane::end);
        closed = true;
    }

    /** Gives the run back, after the last results were read; closing again does nothing. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            lanes.forEach(RunLane::close);
        }
    }
}
