package dev.sluice.service.control;

import dev.sluice.service.control.ControlNotices.UnclearNoticeException;
import dev.sluice.service.control.Done.State;
import dev.sluice.service.control.Wanted.Act;
import dev.sluice.service.core.ReadLimit;
import dev.sluice.transport.Notices;
import java.io.IOException;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries what an operator wants of one lane's gateway from its notice to the service thread, and what that thread has done to the other
 * notice. The thread of {@code ControlWatch} looks; any thread may ask.
 */
public final class LaneControl implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LaneControl.class);

    private final String gateway;
    private final ControlNotices notices;
    private final LongSupplier lastWaiting;
    private final ReadLimit limit = new ReadLimit();
    /** What is followed; empty if nothing is wanted, or what is cannot be known. */
    private volatile Optional<Wanted> followed = Optional.empty();
    /** What holds requests up, in words. */
    private volatile Optional<String> holdsUp = Optional.empty();
    /** A drain that was wanted before this gateway took the lane. */
    private volatile boolean passed;

    /** Whether the lane is still this gateway's: what a former one says would take the place of what its successor has said. */
    private BooleanSupplier hasLane = () -> false;

    private volatile boolean ended;
    private boolean closed;
    private Optional<State> told = Optional.empty();
    private String trouble = "";

    /**
     * Looks before the lease is taken: what is wanted later is wanted of this gateway.
     *
     * @param gateway its name, first in every message
     * @param lastWaiting the index of the last request that waits now, {@link ReadLimit#NONE} for none
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
            hold("paused: what is wanted cannot be read: " + e.getMessage() + "; it is looked for again");
        }
    }

    /**
     * The lease is taken: looks at what is wanted since.
     *
     * @param lease whether no other gateway has the lane; may wait for brokers
     */
    public void leased(BooleanSupplier lease) {
        synchronized (this) {
            hasLane = lease;
        }
        look();
    }

    /** What the service thread looks at. */
    public ReadLimit limit() {
        return limit;
    }

    /** What holds requests up, in words, with what takes it back. */
    public Optional<String> holdsUp() {
        return holdsUp;
    }

    /** Whether the lane is served. */
    public boolean isOpen() {
        return !ended;
    }

    /** Whether it is to drain, and has said that all that waited when that became known is answered. */
    public synchronized boolean isDrained() {
        return !passed
                && followed.filter(wanted -> wanted.act() == Act.DRAIN).isPresent()
                && told.equals(Optional.of(State.DONE));
    }

    /** Whether the process before this one was to drain, and nothing was wanted since. */
    public boolean isPassed() {
        return passed;
    }

    /** Looks at what is wanted, and says what is done. The thread that watches alone calls this. */
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
                LOG.warn(
                        "{}: what is wanted of it cannot be looked at just now, or what is done not be said: {}",
                        gateway,
                        trouble);
            }
        }
    }

    private void follow(Optional<Wanted> wanted, long through) {
        final boolean serves = wanted.isEmpty() || wanted.get().act() == Act.RESUME;
        followed = wanted;
        holdsUp = serves ? Optional.empty() : wanted.map(Wanted::words);
        limit.set(serves ? ReadLimit.ALL : through);
    }

    /** Nobody knows what is wanted: nothing is lost by waiting for somebody who does. */
    private void hold(String why) {
        followed = Optional.empty();
        passed = false;
        holdsUp = Optional.of(why);
        limit.set(ReadLimit.NONE);
    }

    /** For the log of a start. */
    public void sayWhatHolds() {
        if (holdsUp.isPresent()) {
            LOG.warn("{}: as is wanted of it: {}", gateway, holdsUp.get());
        } else if (passed) {
            LOG.info("{}: it does not drain: that was wanted of the process before it", gateway);
        }
    }

    private void sayChange() {
        sayWhatHolds();
        if (holdsUp.isEmpty()) {
            LOG.info(
                    "{}: requests are read again: {}",
                    gateway,
                    followed.map(Wanted::words).orElse("the notice of what is wanted was deleted"));
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

    /** The lane is served no longer. The service thread, which waits for nobody. */
    public void end() {
        ended = true;
    }

    /** Waits for a look that is under way: the lane is closed next. */
    @Override
    public synchronized void close() {
        closed = true;
    }
}
