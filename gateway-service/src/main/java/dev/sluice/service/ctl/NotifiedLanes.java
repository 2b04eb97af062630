package dev.sluice.service.ctl;

import dev.sluice.api.QueueException;
import dev.sluice.service.control.ControlNotices;
import dev.sluice.service.control.ControlNotices.UnclearNoticeException;
import dev.sluice.service.control.Done;
import dev.sluice.service.control.Done.State;
import dev.sluice.service.control.Wanted;
import dev.sluice.service.control.Wanted.Act;
import dev.sluice.transport.Holder;
import dev.sluice.transport.Lane;
import dev.sluice.transport.Lanes;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import picocli.CommandLine;

/**
 * Sends a command to the gateway that serves some lanes (pairs of queues), and waits until the gateway has carried out the
 * command on each lane.
 */
final class NotifiedLanes implements AutoCloseable {

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** The state of a lane. If the lanes are in different states, the state that is declared last here decides the exit code. */
    private enum Outcome {
        WAITING,
        DONE,
        UNSERVED,
        FAILED
    }

    private final Wanted wanted;
    private final CommandLine command;
    private final List<Notified> lanes = new ArrayList<>();

    /**
     * Opens existing lanes.
     *
     * @param chosen the numbers of the lanes; empty for all lanes
     * @throws QueueException if a lane cannot be opened
     */
    NotifiedLanes(Lanes all, Optional<List<Integer>> chosen, Wanted wanted, CommandLine command) {
        this.wanted = wanted;
        this.command = command;
        try {
            chosen.orElseGet(() -> IntStream.range(0, all.count()).boxed().toList())
                    .forEach(number -> lanes.add(
                            new Notified(all.count() == 1 ? "" : "lane " + number + ": ", all.openExisting(number))));
        } catch (final QueueException e) {
            close();
            throw e;
        }
    }

    /** Sends the command, waits until it is carried out, and returns the exit code. */
    int run(Duration patience) {
        if (wanted.act() == Act.DRAIN && lanes.stream().noneMatch(lane -> isLive(lane.gateway))) {
            command.getErr().println("no gateway serves the queues, so none can drain them: nothing was written");
            return 3;
        }
        lanes.forEach(Notified::want);
        final long begun = System.nanoTime();
        while (look() && System.nanoTime() - begun < patience.toNanos()) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
        lanes.forEach(Notified::sayLate);
        if (lanes.stream().anyMatch(lane -> lane.outcome == Outcome.FAILED)) {
            return 1;
        }
        if (lanes.stream().anyMatch(lane -> lane.outcome == Outcome.UNSERVED)) {
            return 3;
        }
        command.getOut()
                .println(
                        switch (wanted.act()) {
                            case PAUSE ->
                                "paused: no request is read any more, and none is in progress; the gateway stays paused, also after a"
                                        + " restart, until sluice ctl resume";
                            case RESUME -> "resumed: requests are read as usual";
                            case DRAIN -> "drained: all requests that waited are answered, and the gateway has ended";
                        });
        return 0;
    }

    /** @return whether a lane is still waiting */
    private boolean look() {
        lanes.stream().filter(lane -> lane.outcome == Outcome.WAITING).forEach(Notified::look);
        return lanes.stream().anyMatch(lane -> lane.outcome == Outcome.WAITING);
    }

    private static boolean isLive(Optional<Holder> gateway) {
        return gateway.filter(Holder::live).isPresent();
    }

    @Override
    public void close() {
        lanes.forEach(lane -> lane.lane.close());
    }

    /** One of the lanes. */
    private final class Notified {

        private final String name;
        private final Lane lane;
        private final ControlNotices notices;
        /** The gateway that served the lane before the command was written. */
        private final Optional<Holder> gateway;

        private Optional<Holder> now;
        private Optional<Done> done = Optional.empty();
        private Outcome outcome = Outcome.WAITING;

        private Notified(String name, Lane lane) {
            this.name = name;
            this.lane = lane;
            this.notices = new ControlNotices(lane);
            this.gateway = lane.gateway();
            this.now = gateway;
        }

        private void want() {
            try {
                notices.want(wanted);
                if (wanted.act() == Act.DRAIN && !isLive(gateway)) {
                    end(Outcome.UNSERVED, "no gateway serves the queues, so none can drain them");
                }
            } catch (final IOException e) {
                end(Outcome.FAILED, "the command cannot be written: " + e.getMessage());
            }
        }

        private void look() {
            try {
                now = lane.gateway(); // read before the answer, because a gateway first writes its answer and then ends
                done = notices.done().filter(its -> its.id().equals(wanted.id()));
                final Optional<State> state = done.map(Done::state);
                if (state.equals(Optional.of(State.DONE))) {
                    if (wanted.act() != Act.DRAIN || !isSame()) {
                        outcome = Outcome.DONE;
                    }
                } else if (wanted.act() == Act.DRAIN && (state.equals(Optional.of(State.PASSED)) || !isSame())) {
                    end(
                            Outcome.FAILED,
                            "the gateway ended before it had drained; a gateway that is started later does not drain");
                } else if (isReplaced()) {
                    return;
                } else if (!isLive(now)) {
                    end(
                            Outcome.UNSERVED,
                            wanted.act() == Act.PAUSE
                                    ? "no gateway serves the queues: the pause is stored, and applies to the next start"
                                    : "no gateway serves the queues: the next gateway reads requests as usual");
                }
            } catch (final IOException | QueueException e) {
                end(Outcome.FAILED, "the gateway's answer cannot be read: " + e.getMessage());
            }
        }

        private boolean isSame() {
            return isLive(now) && now.equals(gateway);
        }

        private boolean isReplaced() throws IOException {
            try {
                final Optional<Wanted> now = notices.wanted();
                if (now.equals(Optional.of(wanted))) {
                    return false;
                }
                end(
                        Outcome.FAILED,
                        "another command has replaced this one: "
                                + now.map(Wanted::words).orElse("the notice was deleted"));
            } catch (final UnclearNoticeException e) {
                end(Outcome.FAILED, "another command has replaced this one: " + e.getMessage());
            }
            return true;
        }

        private void sayLate() {
            if (outcome == Outcome.WAITING) {
                end(
                        Outcome.FAILED,
                        "late: the gateway"
                                + now.map(holder -> ", process " + holder.pid()).orElse("")
                                + (done.isEmpty()
                                        ? ", has not seen the command yet"
                                        : done.get().state() == State.BEGUN
                                                ? ", still has requests in progress"
                                                : ", has answered all waiting requests, but has not ended yet")
                                + "; it carries the command out later, and sluice status shows its progress");
            }
        }

        private void end(Outcome how, String words) {
            outcome = how;
            command.getErr().println(name + words);
        }
    }
}
