package dev.sluice.service.core.order;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * The orders on their way to the service thread, which asks for them once a turn. What is given is done when
 * {@link #readThrough} says so: no turn that began before is under way.
 *
 * <p>{@link #give} may be called from any thread, one at a time.
 */
public final class StandingOrders {

    private record Followed(Orders orders, long readThrough) {}

    private volatile Orders given;
    private volatile Followed followed;
    private volatile OptionalLong heldAt = OptionalLong.empty();
    private Orders current = Orders.NONE;
    private boolean held;

    public StandingOrders(Orders given) {
        this.given = given;
        this.followed = new Followed(Orders.NONE, -1);
    }

    /** Has the service thread follow these, and those before no longer. */
    public void give(Orders orders) {
        given = orders;
    }

    /** Returns the orders that were given last. */
    public Orders given() {
        return given;
    }

    /** Once the service thread follows what was given last: the index of the request read last before, -1 for none. */
    public OptionalLong readThrough() {
        final Followed now = followed;
        return now.orders == given ? OptionalLong.of(now.readThrough) : OptionalLong.empty();
    }

    /** Returns the index of the request that is held, as soon as it is the next one. */
    public OptionalLong heldAt() {
        return heldAt;
    }

    /**
     * A turn begins. The service thread alone calls this and what follows.
     *
     * @param readThrough the index of the request read last
     */
    public void follow(long readThrough) {
        final Orders now = given;
        if (now != current) {
            current = now;
            held = false; // it is found again, if it still is
            heldAt = OptionalLong.empty();
            followed = new Followed(now, readThrough);
        }
    }

    /** The orders of this turn. */
    public Orders current() {
        return current;
    }

    /** Whether requests may be read. */
    public boolean reads() {
        return !held && !current.paused();
    }

    /** The next request is held. */
    public void holdAt(HeldException request) {
        held = true;
        heldAt = OptionalLong.of(request.index());
    }

    /** Returns the order by which a request is not asked. */
    public Optional<Order> quarantine(long index) {
        return current.quarantine(index);
    }
}
