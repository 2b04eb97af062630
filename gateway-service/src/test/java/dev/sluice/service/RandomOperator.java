package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.FailureKind;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.core.Precautions.Condemned;
import dev.sluice.service.core.order.Order;
import dev.sluice.service.core.order.Order.Kind;
import dev.sluice.service.core.order.Orders;
import dev.sluice.service.core.order.StandingOrders;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.LongFunction;

/** An operator who pauses, holds and quarantines at random, and knows what the gateway must not have read meanwhile. */
final class RandomOperator {

    private final StandingOrders standing =
            new StandingOrders(new Orders(List.of(), position -> Long.parseLong(position.substring(2))));
    private final Random random;
    private final LongFunction<String> nameOf;
    private long checked;
    private int given;
    private int obeyed;

    /** @param nameOf the name of the request with that index */
    RandomOperator(Random random, LongFunction<String> nameOf) {
        this.random = random;
        this.nameOf = nameOf;
    }

    StandingOrders standing() {
        return standing;
    }

    /** Times that the gateway left requests unread for an order. */
    int obeyed() {
        return obeyed;
    }

    /**
     * Perhaps orders something, between two turns.
     *
     * @param read how many requests were read
     * @param written how many there are
     * @param mayFail whether a request may be answered as failed without its backend
     */
    void act(List<String> names, long read, long written, LongFunction<Boolean> mayFail) {
        if (random.nextInt(6) > 0) {
            return;
        }
        final Orders now = standing.given();
        final String name = names.get(random.nextInt(names.size()));
        switch (random.nextInt(3)) {
            case 0 -> toggle(now, Kind.PAUSE, "");
            case 1 -> toggle(now, Kind.HOLD, name);
            default -> {
                final long index = read + random.nextInt(20);
                if (index < written && mayFail.apply(index)) {
                    toggle(now, Kind.QUARANTINE, "0:" + index);
                }
            }
        }
    }

    /** Takes back sooner than it orders, as else something would nearly always be held. */
    private void toggle(Orders now, Kind kind, String subject) {
        final Optional<Order> stands = now.find(kind, subject);
        if (stands.isPresent()) {
            standing.give(now.without(stands.get()));
        } else if (random.nextInt(4) == 0) {
            standing.give(now.with(new Order(kind, subject, "test", "now", String.valueOf(given++))));
        }
    }

    /** A turn has ended: what was ordered before it is followed, and nothing was read that must not be. */
    void check(long read, long written) {
        final OptionalLong through = standing.readThrough();
        assertTrue(through.isPresent(), "it does not follow what was ordered before its turn");
        final long first = through.getAsLong() + 1;
        if (standing.given().find(Kind.PAUSE, "").isPresent()) {
            assertEquals(first, read, "it reads though it is paused");
            obeyed += read < written ? 1 : 0;
        }
        for (long index = Math.max(first, checked); index < read; index++) {
            assertTrue(!standing.given().hold(nameOf.apply(index)), "it read a request that is held, " + index);
        }
        checked = read;
        if (standing.heldAt().isPresent()) {
            assertEquals(read, standing.heldAt().getAsLong(), "it says that another request holds it up");
            assertTrue(standing.given().hold(nameOf.apply(read)), "it is held up by a request that is not held");
            obeyed++;
        }
    }

    boolean quarantined(long index) {
        return standing.given().find(Kind.QUARANTINE, "0:" + index).isPresent();
    }

    Optional<Condemned> instead(long index, RequestFrame request) {
        return standing.quarantine(index)
                .map(order -> new Condemned(
                        Outcome.failed(FailureKind.NOT_ALLOWED, request.name() + " is quarantined"), Optional.empty()));
    }
}
