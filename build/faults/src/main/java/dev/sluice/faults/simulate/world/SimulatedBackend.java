package dev.sluice.faults.simulate.world;

import dev.sluice.faults.simulate.mishap.Fault;
import dev.sluice.faults.simulate.mishap.Place;
import dev.sluice.service.core.Backend;
import dev.sluice.service.core.Backoff;
import dev.sluice.service.core.Call;
import dev.sluice.service.core.Resilience;
import dev.sluice.service.core.StoppedException;
import dev.sluice.service.update.Checkpoint;
import dev.sluice.service.update.CheckpointException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A simulation of the JDBC backend for one database. It has some workers that read, and one worker that updates. The workers act
 * between the turns of the duty cycle, which is the gateway's main loop.
 */
final class SimulatedBackend implements Backend {

    private static final Backoff BACKOFF = new Backoff(10, 2_000);
    private static final int LONGEST_DELAY = 12;
    private static final int LONGEST_PAUSE_NANOS = 3_000;

    private record Answered(Call call, Reply reply) {}

    /** A call at the backend, with the turn at which its answer is due. */
    private static final class UnderWay {
        private final Call call;
        /** Whether the checkpoint must be claimed before the call is answered. */
        private boolean claims;

        private long dueTurn;

        private UnderWay(Call call, boolean claims, long dueTurn) {
            this.call = call;
            this.claims = claims;
            this.dueTurn = dueTurn;
        }
    }

    private final Life life;
    private final World world;
    private final String name;
    private final Checkpoint checkpoint;
    private final UpdateWorker updates;
    private final ReadWorker reads;
    private final List<UnderWay> underWay = new ArrayList<>();
    private final List<Answered> answered = new ArrayList<>();
    private final int readers;
    private int freeReaders;
    private boolean updaterFree = true;
    private int calls;
    private boolean opened;
    private boolean asksForPause;
    private long pausedUntilNanos;
    private CheckpointException refusal;

    /** @param readers the maximum number of calls of reads at a time */
    SimulatedBackend(Life life, SimulatedDatabase database, String name, Checkpoint checkpoint, int readers) {
        this.life = life;
        this.world = life.world;
        this.name = name;
        this.checkpoint = checkpoint;
        this.updates = new UpdateWorker(life, database, name, checkpoint);
        this.reads = new ReadWorker(life, database);
        this.readers = readers;
        this.freeReaders = readers;
        this.opened = !world.setup.eager();
        life.addOther(this::between);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int callsInFlight() {
        return readers;
    }

    @Override
    public Resilience resilience() {
        return new Resilience(BACKOFF, world.setup.failAfterNanos(), OptionalLong.empty());
    }

    @Override
    public boolean start(Call call) {
        calls++;
        final boolean started = startIfRoom(call);
        calls -= started ? 0 : 1;
        return started;
    }

    /** Whether the backend has a call, or may just have received one. */
    boolean busy() {
        return calls > 0;
    }

    private boolean startIfRoom(Call call) {
        life.step(Place.CALL_START, call.questions().size());
        if (asksForPause && pausedUntilNanos - world.nowNanos() > 0) {
            throw new Violation(Promise.PAUSED, name + " is called although it asked for a pause");
        }
        if (call.update() ? !updaterFree : freeReaders == 0) {
            return false;
        }
        if (world.happens(Fault.NO_ROOM)) {
            return false;
        }
        if (call.update()) {
            updaterFree = false;
        } else {
            freeReaders--;
        }
        final boolean claims = !call.update() && checkpoint.mustBeClaimedFor(call);
        if (!call.update() && !claims) {
            answerKept(call);
        }
        underWay.add(new UnderWay(call, claims, world.turn() + delay()));
        return true;
    }

    private void answerKept(Call call) {
        try {
            checkpoint.answerKept(call);
        } catch (final CheckpointException e) {
            throw new StoppedException(e.getMessage(), e);
        }
    }

    @Override
    public boolean keepsReads() {
        return true;
    }

    @Override
    public boolean waitsForResults(Call run) {
        return !checkpoint.hasRoom(run.questions().get(0).index());
    }

    private int delay() {
        return world.choices.below(world.happens(Fault.SLOW) ? LONGEST_DELAY : 3);
    }

    /** Lets the workers' threads take a turn: they answer the calls that are due. */
    void work() throws CheckpointException {
        if (refusal != null) {
            return; // the worker that updates has ended; the other workers notice it together with the gateway
        }
        try {
            if (!opened && world.choices.oneIn(2)) {
                opened = true;
                updates.claim();
            }
            for (int i = 0; i < underWay.size(); i++) {
                final UnderWay next = underWay.get(i);
                if (world.turn() >= next.dueTurn && answer(next)) {
                    underWay.remove(i--);
                }
            }
        } catch (final CheckpointException e) {
            refusal = e;
        }
    }

    private boolean answer(UnderWay next) throws CheckpointException {
        final Call call = next.call;
        if (next.claims) {
            final Optional<Reply> refusal = updates.claim();
            refusal.ifPresent(reply -> answered.add(new Answered(call, reply)));
            answerKept(call);
            next.claims = false;
            return refusal.isPresent();
        }
        if (!call.update() && world.happens(Fault.HALF_READ)) {
            reads.askSome(call);
            next.dueTurn = world.turn() + 1 + delay();
            return false;
        }
        answered.add(new Answered(
                call,
                world.happens(Fault.THROTTLED)
                        ? throttled()
                        : call.update() ? updates.answer(call) : reads.answer(call)));
        return true;
    }

    private Reply throttled() {
        final OptionalLong pause = world.choices.oneIn(2)
                ? OptionalLong.of(world.choices.below(LONGEST_PAUSE_NANOS))
                : OptionalLong.empty();
        return new Reply.Throttled(1, "too many", pause);
    }

    /** Lets another connection read between two statements of the working connection. */
    private void between() {
        if (!underWay.isEmpty()) {
            final UnderWay other = world.choices.of(underWay);
            if (!other.call.update() && !other.claims) {
                reads.askOneQuietly(other.call);
            }
        }
    }

    @Override
    public int poll(Replies replies) {
        if (refusal != null) {
            throw new StoppedException(refusal.getMessage(), refusal);
        }
        int polled = 0;
        while (!answered.isEmpty()) {
            final Answered next = answered.remove(world.choices.below(answered.size()));
            life.step(Place.CALL_REPLY, next.call.questions().size());
            if (next.call.update()) {
                updaterFree = true;
            } else {
                freeReaders++;
            }
            polled++;
            note(next.reply);
            replies.reply(next.call, next.reply);
            calls--;
            if (world.happens(Fault.DUPLICATE_REPLY)) {
                life.expectFault();
                replies.reply(next.call, next.reply);
            }
        }
        checkpoint.note();
        return polled;
    }

    private void note(Reply reply) {
        if (reply instanceof Reply.Throttled throttled && throttled.pauseNanos().isPresent()) {
            final long until = world.nowNanos() + throttled.pauseNanos().getAsLong();
            pausedUntilNanos = asksForPause && pausedUntilNanos - until > 0 ? pausedUntilNanos : until;
            asksForPause = true;
        }
        if (reply instanceof Reply.Throttled || reply instanceof Reply.Unavailable) {
            life.refused(name);
        }
    }

    @Override
    public void durable(long index) {
        life.step(Place.DURABLE, world.setup.positions().place(index));
        checkpoint.durable(index);
    }

    @Override
    public boolean wantsDurable() {
        return checkpoint.wantsDurable();
    }

    @Override
    public void close() {
        // nothing is held open
    }
}
