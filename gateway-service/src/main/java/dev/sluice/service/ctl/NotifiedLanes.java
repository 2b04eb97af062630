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

/** Tells the gateway of some lanes what is wanted, and waits until it has done that on each. */
final class NotifiedLanes implements AutoCloseable {

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** How a lane is; in the order in which one decides the exit code. */
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
     * Opens them, and makes none.
     *
     * @param chosen the numbers of those that are meant; empty: all
     * @throws QueueException if one cannot be opened
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

    /** Says what is wanted, and waits until it is done; returns the exit code. */
    int run(Duration patience) {
        if (wanted.act() == Act.DRAIN && lanes.stream().noneMatch(lane -> isLive(lane.gateway))) {
            command.getErr().println("no gateway serves the queues, and so none drains them: nothing was written");
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
                                "paused: no request is read any more, and none is in hand; it stays paused when it is started again, until sluice"
                                        + " ctl resume";
                            case RESUME -> "resumed: requests are read again";
                            case DRAIN -> "drained: what waited is answered, and the gateway has ended";
                        });
        return 0;
    }

    /** @return whether some are waited for */
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

    /** One of them. */
    private final class Notified {

        private final String name;
        private final Lane lane;
        private final ControlNotices notices;
        /** Who served it before anything was written. */
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
                    end(Outcome.UNSERVED, "no gateway serves it, and so none drains it");
                }
            } catch (final IOException e) {
                end(Outcome.FAILED, "what is wanted cannot be written: " + e.getMessage());
            }
        }

        private void look() {
            try {
                now = lane.gateway(); // first: what it has done is said before it ends
                done = notices.done().filter(its -> its.id().equals(wanted.id()));
                final Optional<State> state = done.map(Done::state);
                if (state.equals(Optional.of(State.DONE))) {
                    if (wanted.act() != Act.DRAIN || !isSame()) {
                        outcome = Outcome.DONE;
                    }
                } else if (wanted.act() == Act.DRAIN && (state.equals(Optional.of(State.PASSED)) || !isSame())) {
                    end(
                            Outcome.FAILED,
                            "its gateway ended before it was drained, and one that is started later does not drain");
                } else if (isReplaced()) {
                    return;
                } else if (!isLive(now)) {
                    end(
                            Outcome.UNSERVED,
                            wanted.act() == Act.PAUSE
                                    ? "no gateway serves it: the pause is kept, and holds for the next start"
                                    : "no gateway serves it: the next one reads requests as ever");
                }
            } catch (final IOException | QueueException e) {
                end(Outcome.FAILED, "what is done cannot be read: " + e.getMessage());
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
                        "something else is wanted since, and counts: "
                                + now.map(Wanted::words).orElse("the notice was deleted"));
            } catch (final UnclearNoticeException e) {
                end(Outcome.FAILED, "something else is wanted since, and counts: " + e.getMessage());
            }
            return true;
        }

        private void sayLate() {
            if (outcome == Outcome.WAITING) {
                end(
                        Outcome.FAILED,
                        "late: its gateway"
                                + now.map(holder -> ", process " + holder.pid()).orElse("")
                                + (done.isEmpty()
                                        ? ", has not seen it yet"
                                        : done.get().state() == State.BEGUN
                                                ? ", still has requests in hand"
                                                : ", has answered all that waited, and has not ended yet")
                                + "; it goes on, and sluice status says how far it is");
            }
        }

        private void end(Outcome how, String words) {
            outcome = how;
            command.getErr().println(name + words);
        }
    }
}
