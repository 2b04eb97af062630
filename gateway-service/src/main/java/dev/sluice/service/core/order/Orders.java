package dev.sluice.service.core.order;

import dev.sluice.service.core.order.Order.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** All orders that hold for one lane. Immutable; those of equal content are not equal. */
public final class Orders {

    /** None at all. */
    public static final Orders NONE = new Orders(List.of(), Long::parseLong);

    private final List<Order> all;
    private final ToLongFunction<String> index;
    private final boolean paused;
    private final Set<String> held;
    private final Map<Long, Order> quarantined = new HashMap<>();

    /** @param index of a request, by its position as text */
    public Orders(List<Order> all, ToLongFunction<String> index) {
        this.all = List.copyOf(all);
        this.index = index;
        this.paused = all.stream().anyMatch(order -> order.kind() == Kind.PAUSE);
        this.held = all.stream()
                .filter(order -> order.kind() == Kind.HOLD)
                .map(Order::subject)
                .collect(Collectors.toUnmodifiableSet());
        all.stream()
                .filter(order -> order.kind() == Kind.QUARANTINE)
                .forEach(order -> quarantined.put(index.applyAsLong(order.subject()), order));
    }

    /** In the order in which they were given. */
    public List<Order> all() {
        return all;
    }

    /** Returns the order of that kind about that subject. */
    public Optional<Order> find(Kind kind, String subject) {
        return all.stream()
                .filter(order -> order.kind() == kind && order.subject().equals(subject))
                .findFirst();
    }

    /** These and another one, which takes the place of one about the same. */
    public Orders with(Order order) {
        final List<Order> more = new ArrayList<>(all);
        more.removeIf(order::replaces);
        more.add(order);
        return new Orders(more, index);
    }

    /** These without one. */
    public Orders without(Order order) {
        return new Orders(all.stream().filter(its -> !its.equals(order)).toList(), index);
    }

    boolean paused() {
        return paused;
    }

    /** Whether requests for that name are not read. */
    public boolean hold(String name) {
        return !held.isEmpty() && held.contains(name);
    }

    /** Returns the order by which a request is not asked. */
    Optional<Order> quarantine(long request) {
        return quarantined.isEmpty() ? Optional.empty() : Optional.ofNullable(quarantined.get(request));
    }
}
