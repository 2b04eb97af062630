package dev.sluice.internal.client;

import dev.sluice.api.QueueLockedException;
import dev.sluice.internal.client.RunFile.OfLane;
import dev.sluice.internal.client.RunFile.RunMark;
import dev.sluice.internal.client.RunFile.RunName;
import dev.sluice.internal.fault.FaultPoint;
import dev.sluice.transport.Lane;
import dev.sluice.transport.Lanes;
import dev.sluice.transport.RunPlace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.IntFunction;

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
     * @param lanes those of the queues
     * @param lane opens one of them, or gives the one that is open
     * @param spread whether the run is on all lanes; otherwise it is on that of its name
     * @throws QueueLockedException if another process has it, or this one already
     * @throws dev.sluice.api.QueueException if it began on other lanes
     */
    public static OpenedRun open(RunName name, Lanes lanes, IntFunction<Lane> lane, boolean spread) {
        final int home = lanes.of(name.text());
        final TreeMap<Integer, RunPlace> places = new TreeMap<>();
        try {
            final RunPlace first =
                    lane.apply(home).run(name.text()); // with its lock: only now the mark is the last one
            places.put(home, first);
            final RunFile file = RunFile.of(name, lane.apply(home));
            final Optional<RunMark> earlier = file.read();
            if (earlier.isPresent() && earlier.get().ended()) {
                places.remove(home);
                first.end(); // one that a kill left, or made just now
                endOthers(name, lanes, lane, home);
                return ended(name, lanes.path(), file, earlier.get(), lane.apply(home));
            }
            if (earlier.isPresent()) {
                file.checkCount(earlier.get(), spread ? lanes.count() : 1); // before it has a place on any other lane
            } else if (!spread) {
                endOthers(name, lanes, lane, home); // those of a start that was killed before there was a mark
            }
            final List<Lane> on = new ArrayList<>();
            for (int number = 0; number < lanes.count(); number++) {
                if (number == home || spread) {
                    on.add(lane.apply(number));
                }
                if (number != home && spread) {
                    places.put(number, lane.apply(number).run(name.text()));
                }
            }
            final List<RunPlace> taken = List.copyOf(places.values());
            // A former process may have marked until all was taken from it. A later one, which takes the home first,
            // may have begun meanwhile.
            final Optional<RunMark> latest = file.read();
            first.checkHeld();
            if (latest.isPresent() && latest.get().ended()) {
                places.clear();
                taken.forEach(RunPlace::end);
                return ended(name, lanes.path(), file, latest.get(), lane.apply(home));
            }
            return latest.isPresent()
                    ? continued(name, lanes.path(), file, latest.get(), on, taken)
                    : begun(name, lanes.path(), file, on, taken);
        } catch (final Throwable e) {
            places.values().forEach(RunPlace::close);
            throw e;
        }
    }

    /** Ends the places that the run has on other lanes and does not need: retention would wait for them for ever. */
    private static void endOthers(RunName name, Lanes lanes, IntFunction<Lane> lane, int home) {
        for (int number = 0; number < lanes.count(); number++) {
            if (number != home && lane.apply(number).runs().contains(name.text())) {
                lane.apply(number).run(name.text()).end();
            }
        }
    }

    private static OpenedRun ended(RunName name, Path queues, RunFile file, RunMark mark, Lane home) {
        final History none = History.none(name, mark.lanes().get(0));
        return new OpenedRun(name, queues, file, mark, List.of(new RunLane(name, home, Optional.empty(), none)));
    }

    private static OpenedRun begun(RunName name, Path queues, RunFile file, List<Lane> on, List<RunPlace> places) {
        final List<OfLane> begins = new ArrayList<>();
        final List<RunLane> lanes = new ArrayList<>();
        for (int lane = 0; lane < on.size(); lane++) {
            final Lane of = on.get(lane);
            final OfLane begin = new OfLane(of.inputId(), of.lastRequest().orElse(RunMark.NONE), RunMark.NONE);
            begins.add(begin);
            lanes.add(new RunLane(name, of, Optional.of(places.get(lane)), History.none(name, begin)));
        }
        FaultPoint.reached("run-placed");
        final RunMark begin = RunMark.begin(begins);
        file.write(begin); // before anything is asked
        return new OpenedRun(name, queues, file, begin, lanes);
    }

    private static OpenedRun continued(
            RunName name, Path queues, RunFile file, RunMark mark, List<Lane> on, List<RunPlace> places) {
        file.check(mark, on);
        file.write(mark); // as this process's own: what a former one still marks counts no more
        final List<RunLane> lanes = new ArrayList<>();
        for (int lane = 0; lane < on.size(); lane++) {
            final Lane of = on.get(lane);
            final OptionalLong last = of.lastRequest();
            final OfLane marked = mark.lanes().get(lane);
            final RunPlace place = places.get(lane);
            final History history = last.isEmpty()
                    ? History.none(name, marked)
                    : History.read(name, place, mark.handled(), marked, last.getAsLong());
            lanes.add(new RunLane(name, of, Optional.of(place), history));
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
