package dev.sluice.service.pending;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.sluice.api.Position;
import dev.sluice.service.core.order.Order;
import dev.sluice.service.core.order.Order.Kind;
import dev.sluice.service.core.order.Orders;
import dev.sluice.transport.Lane;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * An operator's orders of a lane, kept beside its output, on disk, before the gateway acts on them: a gateway that a
 * supervisor starts again goes on as it was ordered.
 */
public final class KeptOrders {

    private static final KeptFile<List<Order>> FILE =
            new KeptFile<>("orders.json", new TypeReference<>() {}, "; delete it, and order again what it held");

    private KeptOrders() {}

    /**
     * Returns the orders of a lane.
     *
     * @param answered the index of the request answered last: a quarantine of one before is over
     * @throws dev.sluice.api.QueueException if they cannot be read
     */
    public static Orders of(Lane lane, long answered) {
        final ToLongFunction<String> index = position -> lane.inputIndex(Position.parse(position));
        return FILE.read(
                        lane,
                        kept -> new Orders(
                                kept.stream()
                                        .filter(order -> order.kind() != Kind.QUARANTINE
                                                || index.applyAsLong(order.subject()) > answered)
                                        .toList(),
                                index))
                .orElseGet(() -> new Orders(List.of(), index));
    }

    /** Replaces what is kept. */
    public static void keep(Lane lane, Orders orders) {
        FILE.write(lane, orders.all());
    }
}
