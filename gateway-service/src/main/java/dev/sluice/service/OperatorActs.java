package dev.sluice.service;

import dev.sluice.api.Position;
import dev.sluice.api.QueueException;
import dev.sluice.service.admin.control.Acts;
import dev.sluice.service.admin.control.Asked;
import dev.sluice.service.admin.control.RefusedActException;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.core.order.Order;
import dev.sluice.service.core.order.Order.Kind;
import dev.sluice.service.core.order.Orders;
import dev.sluice.service.log.LogLevels;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Does what an operator asks of the lanes of this process. Belongs to the thread of control. */
final class OperatorActs implements Acts {

    /** All lanes together: the server gives an answer up after twice that time. */
    private static final long LONGEST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final RunningConfig running;
    private final Reload reload;
    private final ServedLanes lanes;
    private final Drain drain;

    OperatorActs(RunningConfig running, ServedLanes lanes, Drain drain) {
        this.running = running;
        this.reload = new Reload(running, lanes, LONGEST_WAIT_NANOS);
        this.lanes = lanes;
        this.drain = drain;
    }

    @Override
    public Done act(Asked asked) {
        return switch (asked.act()) {
            case PAUSE -> Done.of(pause(asked));
            case RESUME -> Done.of(resume(asked));
            case HOLD -> Done.of(hold(asked));
            case UNHOLD ->
                Done.of(takenBack(asked, Kind.HOLD, name(asked), "'" + name(asked) + "' is not held any more"));
            case QUARANTINE -> Done.of(quarantine(asked));
            case RELEASE -> Done.of(release(asked));
            case DRAIN -> drain.begin(asked, lanes.open());
            case STOP ->
                new Done("it stops: what is in hand is finished, for at most five seconds", () -> lanes.stop());
            case RELOAD -> Done.of(reload.act(asked));
            case LEVEL -> Done.of(level(asked));
            case THREADS -> throw new IllegalStateException("the lanes have no part in it");
        };
    }

    @Override
    public List<String> orders() {
        final List<String> all = new ArrayList<>();
        final List<ServedLane> open = lanes.open();
        open.forEach(lane -> lane.orders().words(true).forEach(words -> all.add(of(lane) + words)));
        return all.stream().distinct().toList();
    }

    private String pause(Asked asked) {
        final String late = everywhere(asked, orders -> orders.with(order(asked, Kind.PAUSE, "")));
        return "paused: no request is read from now on; what is in hand is finished, and it stays paused when it is started"
                + " again, until sluice ctl resume" + late;
    }

    private String resume(Asked asked) {
        final List<ServedLane> chosen = chosen(asked);
        final boolean drained = drain.giveUp();
        if (drained && chosen.stream().noneMatch(lane -> has(lane, Kind.PAUSE, ""))) {
            return "it does not drain any more, and goes on";
        }
        return takenBack(asked, Kind.PAUSE, "", "resumed: requests are read again")
                + (drained ? ", and it does not drain any more" : "");
    }

    private String hold(Asked asked) {
        final String name = name(asked);
        final GatewayConfig config = running.current();
        final Set<String> known = new TreeSet<>(config.lookups().keySet());
        known.addAll(config.statements().keySet());
        known.addAll(config.rest().lookups().keySet());
        known.addAll(config.rest().endpoints().keySet());
        if (!known.contains(name)) {
            throw new RefusedActException(
                    "nothing is declared as '" + name + "'; there are " + String.join(", ", known));
        }
        final String late = everywhere(asked, orders -> orders.with(order(asked, Kind.HOLD, name)));
        return "'" + name
                + "' is held: no further request for it is read, nor any after the first of them; those in hand are"
                + " asked. It stays held when the gateway is started again, until sluice ctl unhold " + name + late;
    }

    private String quarantine(Asked asked) {
        final Position position = position(asked);
        final ServedLane lane = one(asked);
        final LaneOrders orders = lane.orders();
        if (!orders.waits(position)) {
            throw new RefusedActException(
                    of(lane) + "there is no request at " + position + " that waits for its result");
        }
        final OptionalLong readThrough =
                changed(orders, its -> its.with(order(asked, Kind.QUARANTINE, position.toString())));
        if (readThrough.isEmpty()) {
            return "request " + position
                    + " is quarantined as soon as the turn that is under way ends, if that does not ask it";
        }
        return orders.index(position) > readThrough.getAsLong()
                ? "request " + position + " is quarantined: it is answered as failed, and not asked"
                : "request " + position
                        + " is in hand already, and may be under way: only if the gateway is started again before"
                        + " it has a result, it is answered as failed then, and not asked again; sluice ctl stop";
    }

    private String release(Asked asked) {
        final Position position = position(asked);
        final ServedLane lane = one(asked);
        final LaneOrders orders = lane.orders();
        final Order order = orders.find(Kind.QUARANTINE, position.toString())
                .orElseThrow(() -> new RefusedActException(of(lane) + "request " + position + " is not quarantined"));
        if (!orders.waits(position)) {
            throw new RefusedActException(of(lane) + "request " + position + " has its result already");
        }
        final OptionalLong readThrough = changed(orders, its -> its.without(order));
        return readThrough.isPresent() && orders.index(position) > readThrough.getAsLong()
                ? "request " + position + " is asked when its turn comes"
                : "request " + position
                        + " is not quarantined any more, but it is in hand: what becomes of it now was decided"
                        + " when it was read";
    }

    private static String level(Asked asked) {
        final String name = asked.argument("name").orElse("");
        final String level = asked.need("level");
        LogLevels.change(name, level).ifPresent(why -> {
            throw new RefusedActException(why);
        });
        return (name.isEmpty() ? "the gateway" : "'" + name + "'") + " logs at " + level + " until it ends";
    }

    private String takenBack(Asked asked, Kind kind, String subject, String words) {
        final List<ServedLane> its =
                chosen(asked).stream().filter(lane -> has(lane, kind, subject)).toList();
        if (its.isEmpty()) {
            throw new RefusedActException(kind == Kind.PAUSE ? "it is not paused" : "'" + subject + "' is not held");
        }
        final UnaryOperator<Orders> without =
                orders -> orders.find(kind, subject).map(orders::without).orElse(orders);
        return words + everywhere(its, without);
    }

    private static boolean has(ServedLane lane, Kind kind, String subject) {
        return lane.orders().find(kind, subject).isPresent();
    }

    private String everywhere(Asked asked, UnaryOperator<Orders> change) {
        return everywhere(chosen(asked), change);
    }

    /** Changes the orders of lanes; says which of them have not come to that yet. */
    private static String everywhere(List<ServedLane> chosen, UnaryOperator<Orders> change) {
        final List<String> done = new ArrayList<>();
        for (final ServedLane lane : chosen) {
            try {
                lane.orders().change(change);
                done.add(lane.name());
            } catch (final QueueException | IllegalStateException e) {
                throw new RefusedActException(
                        (done.isEmpty() ? "" : "done by " + String.join(", ", done) + " alone: ") + e.getMessage());
            }
        }
        final long deadline = deadline();
        return ServedLanes.late(chosen, lane -> lane.orders().followed(deadline).isPresent());
    }

    private static long deadline() {
        return System.nanoTime() + LONGEST_WAIT_NANOS;
    }

    private static OptionalLong changed(LaneOrders orders, UnaryOperator<Orders> change) {
        orders.change(change);
        return orders.followed(deadline());
    }

    private List<ServedLane> chosen(Asked asked) {
        final List<ServedLane> open = lanes.open();
        final Optional<String> wanted = asked.argument("lane");
        final List<ServedLane> chosen = open.stream()
                .filter(lane -> wanted.isEmpty() || lane.observed().lane().equals(wanted.get()))
                .toList();
        if (chosen.isEmpty()) {
            throw new RefusedActException(
                    open.isEmpty()
                            ? "this process serves no lane just now"
                            : "there is no lane " + wanted.orElse("") + " here: it serves " + numbers(open));
        }
        return chosen;
    }

    private ServedLane one(Asked asked) {
        final List<ServedLane> chosen = chosen(asked);
        if (chosen.size() > 1) {
            throw new RefusedActException("say of which lane: it serves " + numbers(chosen));
        }
        return chosen.get(0);
    }

    private static String numbers(List<ServedLane> lanes) {
        return lanes.stream()
                .map(lane -> lane.observed().lane())
                .map(number -> number.isEmpty() ? "one lane, without a number" : "lane " + number)
                .collect(Collectors.joining(", "));
    }

    private static String of(ServedLane lane) {
        final String number = lane.observed().lane();
        return number.isEmpty() ? "" : "lane " + number + ": ";
    }

    private static String name(Asked asked) {
        return asked.need("name");
    }

    private static Position position(Asked asked) {
        try {
            return Position.parse(asked.need("position"));
        } catch (final IllegalArgumentException e) {
            throw new RefusedActException("'" + asked.need("position") + "' is no position, as sluice cat prints one");
        }
    }

    private static Order order(Asked asked, Kind kind, String subject) {
        return new Order(kind, subject, asked.who(), LaneOrders.now(), asked.reason());
    }
}
