package dev.sluice.service.control;

import dev.sluice.service.control.ControlNotices.UnclearNoticeException;
import dev.sluice.service.control.Done.State;
import dev.sluice.service.control.Wanted.Act;
import dev.sluice.service.core.MaskedLog;
import dev.sluice.service.core.ReadLimit;
import dev.sluice.transport.Notices;
import java.io.IOException;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.slf4j.Logger;

/**
 * Reads an operator's command for one lane from a notice (a small document that is stored with the lane), and passes the command
 * to the service thread. Reports in a second notice, the gateway's answer, how far the service thread has carried out the
 * command. The thread of {@code ControlWatch} polls the notice of the command; any thread may read the state.
 */
public final class LaneControl implements AutoCloseable {

    private static final Logger LOG = MaskedLog.of(LaneControl.class);

    private final String gateway;
    private final ControlNotices notices;
    private final LongSupplier lastWaiting;
    private final ReadLimit limit = new ReadLimit();
    /** The command that is obeyed; empty if there is none or it cannot be read. */
    private volatile Optional<Wanted> followed = Optional.empty();
    /** A text that says what holds requests up. */
    private volatile Optional<String> holdsUp = Optional.empty();
    /** Whether the command is a drain that was sent before this gateway took the lane. */
    private volatile boolean passed;

    /**
     * Returns whether this gateway still has the lane. If not, it must not overwrite the answer of the gateway that has it now.
     */
    private BooleanSupplier hasLane = () -> false;

    private volatile boolean ended;
    private boolean closed;
    private Optional<State> told = Optional.empty();
    private String trouble = "";

    /**
     * Reads the command before this gateway takes the lease, the exclusive right to serve the lane. Only a command that is found
     * later is certainly meant for this gateway.
     *
     * @param gateway the gateway's name, with which every message begins
     * @param kept the store of the notices
     * @param lastWaiting returns the index of the last request that waits now, {@link ReadLimit#NONE} if there is none
     */
    public LaneControl(String gateway, Notices kept, LongSupplier lastWaiting) {
        this.gateway = gateway;
        this.notices = new ControlNotices(kept);
        this.lastWaiting = lastWaiting;
        try {
            final Optional<Wanted> wanted = notices.wanted();
            if (wanted.isPresent() && wanted.get().act() == Act.DRAIN) {
                followed = wanted;
                passed = true;
                told = notices.done()
                        .filter(done ->
                                done.isDone() && done.id().equals(wanted.get().id()))
                        .map(Done::state);
            } else {
                follow(wanted, ReadLimit.NONE);
            }
        } catch (final UnclearNoticeException e) {
            hold(e.getMessage());
        } catch (final IOException e) {
            hold("paused: the last command cannot be read: " + e.getMessage() + "; the gateway tries again");
        }
    }

    /**
     * Called when this gateway has taken the lease; reads the command again.
     *
     * @param lease returns whether this gateway still has the lane; may wait for brokers
     */
    public void leased(BooleanSupplier lease) {
        synchronized (this) {
            hasLane = lease;
        }
        look();
    }

    /** Returns the limit that the service thread obeys. */
    public ReadLimit limit() {
        return limit;
    }

    /** Returns a text that says what holds requests up, and which command ends that; empty if nothing does. */
    public Optional<String> holdsUp() {
        return holdsUp;
    }

    /** Whether the lane is served. */
    public boolean isOpen() {
        return !ended;
    }

    /**
     * Whether a drain is complete: the gateway has reported that all requests that waited at the time of the command are
     * answered.
     */
    public synchronized boolean isDrained() {
        return !passed
                && followed.filter(wanted -> wanted.act() == Act.DRAIN).isPresent()
                && told.equals(Optional.of(State.DONE));
    }

    /** Whether the last command was a drain that was meant for the process that served the lane before this one. */
    public boolean isPassed() {
        return passed;
    }

    /** Reads the command, and writes the answer. Called only by the thread that polls. */
    public synchronized void look() {
        if (closed || ended) {
            return;
        }
        try {
            final Optional<Wanted> wanted = notices.wanted();
            if (holdsUp.isPresent() && followed.isEmpty() || !wanted.equals(followed)) {
                follow(
                        wanted,
                        wanted.filter(its -> its.act() == Act.DRAIN).isPresent()
                                ? lastWaiting.getAsLong()
                                : ReadLimit.NONE);
                passed = false;
                told = Optional.empty();
                sayChange();
            }
            tell();
            trouble = "";
        } catch (final UnclearNoticeException e) {
            if (!holdsUp.equals(Optional.of(e.getMessage()))) {
                hold(e.getMessage());
                sayChange();
            }
        } catch (final IOException | RuntimeException e) {
            if (!ended && !String.valueOf(e.getMessage()).equals(trouble)) {
                trouble = String.valueOf(e.getMessage());
                LOG.warn("{}: the control notices cannot be read or written just now: {}", gateway, trouble);
            }
        }
    }

    private void follow(Optional<Wanted> wanted, long through) {
        final boolean serves = wanted.isEmpty() || wanted.get().act() == Act.RESUME;
        followed = wanted;
        holdsUp = serves ? Optional.empty() : wanted.map(Wanted::words);
        limit.set(serves ? ReadLimit.ALL : through);
    }

    /** Pauses because the command is unknown; nothing is lost by waiting for an operator. */
    private void hold(String why) {
        followed = Optional.empty();
        passed = false;
        holdsUp = Optional.of(why);
        limit.set(ReadLimit.NONE);
    }

    /** Logs, at a start, what holds requests up. */
    public void sayWhatHolds() {
        if (holdsUp.isPresent()) {
            LOG.warn("{}: as requested: {}", gateway, holdsUp.get());
        } else if (passed) {
            LOG.info("{}: it does not drain, because the drain was requested of the process before it", gateway);
        }
    }

    private void sayChange() {
        sayWhatHolds();
        if (holdsUp.isEmpty()) {
            LOG.info(
                    "{}: requests are read as usual: {}",
                    gateway,
                    followed.map(Wanted::words).orElse("the notice with the command was deleted"));
        }
    }

    private void tell() throws IOException {
        if (followed.isEmpty() || told.equals(Optional.of(State.DONE))) {
            return;
        }
        final State now = passed ? State.PASSED : limit.isDone() ? State.DONE : State.BEGUN;
        if (!told.equals(Optional.of(now)) && hasLane.getAsBoolean()) {
            notices.done(Done.now(followed.get(), now, gateway));
            told = Optional.of(now);
        }
    }

    /** Called by the service thread when the lane is no longer served; does not wait for a poll in progress. */
    public void end() {
        ended = true;
    }

    /** Waits until a poll in progress ends, because the lane is closed next. */
    @Override
    public synchronized void close() {
        closed = true;
    }
}
