package dev.sluice.internal.client;

import dev.sluice.api.QueueLockedException;
import dev.sluice.internal.client.RunFile.End;
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

/**
 * A run that this process has opened. It has a mark, which records how far the run has come, and for each of its lanes the
 * requests that earlier processes of the run sent.
 */
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
     * Opens a run: continues it, or begins it if it is new.
     *
     * @param lanes the lanes of the queues
     * @param lane opens the lane with the given number, or returns it if it is open
     * @param spread whether the run uses all lanes; otherwise it uses only the lane to which its name maps, its home lane
     * @throws QueueLockedException if the run is open in another process or in this process
     * @throws dev.sluice.api.QueueException if the run began on other lanes
     */
    public static OpenedRun open(RunName name, Lanes lanes, IntFunction<Lane> lane, boolean spread) {
        final int home = lanes.of(name.text());
        final TreeMap<Integer, RunPlace> places = new TreeMap<>();
        try {
            final RunPlace first =
                    lane.apply(home).run(name.text()); // locks the run against other processes on this host
            places.put(home, first);
            final RunFile file = RunFile.of(name, lane.apply(home));
            final Optional<RunMark> earlier = file.read();
            if (earlier.isPresent() && earlier.get().ended()) {
                places.remove(home);
                first.end(); // this place was left behind by a killed process, or just created above
                endOthers(name, lanes, lane, home);
                return ended(name, lanes.path(), file, earlier.get(), lane.apply(home));
            }
            if (earlier.isPresent()) {
                file.checkCount(earlier.get(), spread ? lanes.count() : 1); // before places on other lanes are opened
            } else if (!spread) {
                endOthers(name, lanes, lane, home); // an earlier start was killed before its first mark
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
            // The mark is read again, because an earlier process could write marks until this process had taken over
            // all places. By now a later process may have taken the run over. Such a process takes the home lane first.
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

    /**
     * Deletes places of the run on lanes that the run does not use. Otherwise retention would keep messages for these places for
     * ever.
     */
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
        file.write(begin); // before any request is sent
        return new OpenedRun(name, queues, file, begin, lanes);
    }

    private static OpenedRun continued(
            RunName name, Path queues, RunFile file, RunMark mark, List<Lane> on, List<RunPlace> places) {
        file.check(mark, on);
        file.write(mark); // now this process owns the mark, and marks that an earlier process writes later do not count
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

    /** Returns the directory of the queues. */
    public Path queues() {
        return queues;
    }

    /** Returns the lanes that the run uses. */
    public List<RunLane> lanes() {
        return lanes;
    }

    /** Returns the last mark on disk. */
    public RunMark mark() {
        return mark;
    }

    /** Replaces the mark on disk. */
    public void write(RunMark newMark) {
        file.write(newMark);
        mark = newMark;
    }

    /** Ends the run after its final mark was written. Retention then no longer keeps messages for the run. */
    public void end() {
        lanes.forEach(RunLane::end);
        closed = true;
    }

    /**
     * Records that the end of the run was reported to the caller. Does nothing if the run has not ended, if this is recorded, or if
     * the run has another mark by now, because it was given up and begun anew.
     */
    public void reported() {
        final boolean due = mark.end().filter(end -> !end.reported()).isPresent();
        if (due && file.read().equals(Optional.of(mark))) {
            write(mark.withEnd(new End(mark.end().orElseThrow().at(), true)));
        }
    }

    /** Releases the run after the last results were read. Closing again does nothing. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            lanes.forEach(RunLane::close);
        }
    }
}
