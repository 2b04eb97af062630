package dev.sluice.service;

import dev.sluice.api.FailureKind;
import dev.sluice.api.Position;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.service.core.NamedOperation;
import dev.sluice.service.core.Notes;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.core.Precautions.Condemned;
import dev.sluice.service.core.order.Order;
import dev.sluice.service.core.order.Order.Kind;
import dev.sluice.service.core.order.Orders;
import dev.sluice.service.core.order.StandingOrders;
import dev.sluice.service.pending.KeptOrders;
import dev.sluice.transport.Lane;
import dev.sluice.transport.LastAnswered;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * An operator's orders of one lane: kept beside its output first, then followed by its service thread. Any thread, but for
 * {@link #instead}.
 */
final class LaneOrders implements AutoCloseable {

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Lane lane;
    private final StandingOrders standing;
    private final Runnable wakeUp;
    private final long answeredBefore;
    private volatile Optional<String> ending = Optional.empty();
    private volatile boolean closed;

    /**
     * Those that were ordered of an earlier gateway hold.
     *
     * @param last the request answered last
     * @param wakeUp ends a pause of the service thread
     */
    LaneOrders(Lane lane, Optional<LastAnswered> last, Runnable wakeUp) {
        this.lane = lane;
        this.wakeUp = wakeUp;
        this.answeredBefore = last.map(LastAnswered::requestIndex).orElse(Notes.NONE);
        this.standing = new StandingOrders(KeptOrders.of(lane, answeredBefore));
    }

    StandingOrders standing() {
        return standing;
    }

    /** Returns the order of that kind about that subject. */
    Optional<Order> find(Kind kind, String subject) {
        return standing.given().find(kind, subject);
    }

    /** In words, each with what takes it back; quarantines, which hold nothing up, only if they are wanted. */
    List<String> words(boolean quarantines) {
        return Stream.concat(ending.stream(), kept(quarantines)).toList();
    }

    /** An order by which not all that waits is answered, in words. */
    Optional<String> holdsUp() {
        return kept(false).findFirst();
    }

    private Stream<String> kept(boolean quarantines) {
        return standing.given().all().stream()
                .filter(order -> quarantines || order.kind() != Kind.QUARANTINE)
                .map(order -> order.words() + holding(order));
    }

    private String holding(Order order) {
        final OptionalLong index = standing.heldAt();
        return order.kind() == Kind.HOLD && index.isPresent()
                ? "; request " + lane.inputPosition(index.getAsLong()) + " holds up those after it"
                : "";
    }

    /** Says that the gateway is to end, and when; or that it is not. */
    void end(Optional<String> words) {
        ending = words;
    }

    /**
     * Changes what is ordered; the service thread comes to it soon.
     *
     * @throws dev.sluice.api.QueueException if that cannot be kept; nothing is changed then
     */
    synchronized void change(UnaryOperator<Orders> change) {
        checkOpen();
        final Orders changed = change.apply(standing.given());
        KeptOrders.keep(lane, changed);
        standing.give(changed);
        wakeUp.run();
    }

    /**
     * Waits until the service thread follows what was ordered last.
     *
     * @param deadlineNanos by {@link System#nanoTime()}
     * @return the index of the request that was read last before; empty if the thread is in a turn that takes long
     */
    OptionalLong followed(long deadlineNanos) {
        OptionalLong through = standing.readThrough();
        while (through.isEmpty() && !closed && System.nanoTime() - deadlineNanos < 0) {
            LockSupport.parkNanos(LOOK_NANOS);
            through = standing.readThrough();
        }
        return through.isPresent() ? OptionalLong.of(Math.max(through.getAsLong(), answeredBefore)) : through;
    }

    /** Whether the lane is served. */
    boolean isOpen() {
        return !closed;
    }

    /** The index of the last request that there is now; -1 if there is none. */
    synchronized long lastRequest() {
        checkOpen();
        return lane.lastRequest().orElse(Notes.NONE);
    }

    /** How many requests up to that one have no result. */
    synchronized long waiting(long through) {
        checkOpen();
        final OptionalLong first = lane.firstRequestFrom(answered() + 1);
        return first.isEmpty() || first.getAsLong() > through
                ? 0
                : lane.requestsBetween(first.getAsLong(), through) + 1;
    }

    /** Whether there is a request at that position, and it has no result. */
    synchronized boolean waits(Position position) {
        checkOpen();
        final long index = lane.inputIndex(position);
        return index > answered() && index <= lane.lastRequest().orElse(Notes.NONE);
    }

    private long answered() {
        return lane.lastAnswered().map(LastAnswered::requestIndex).orElse(Notes.NONE);
    }

    /** The index of a request at that position, to compare with what {@link #followed} returns. */
    long index(Position position) {
        return lane.inputIndex(position);
    }

    /** Returns the answer to a request that is quarantined. The service thread alone calls this. */
    Optional<Condemned> instead(long index, RequestFrame request) {
        return standing.quarantine(index)
                .map(order -> new Condemned(
                        Outcome.failed(
                                FailureKind.NOT_ALLOWED,
                                "'" + NamedOperation.shown(request.name()) + "', request " + order.subject()
                                        + ", is not asked: it is quarantined " + order.by()
                                        + ", with sluice ctl quarantine. Where updates do not happen exactly once it may"
                                        + " have taken effect before"),
                        Optional.empty()));
    }

    /** When something is ordered, as it is kept. */
    static String now() {
        return OffsetDateTime.now().truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("the lane is closed");
        }
    }

    /** The lane is served no longer. */
    @Override
    public synchronized void close() {
        closed = true;
    }
}
