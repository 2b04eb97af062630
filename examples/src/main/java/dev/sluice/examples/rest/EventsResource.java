package dev.sluice.examples.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.examples.rest.Exchange.Refusal;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * Handles {@code POST /name}, which sends many events. An event with a known idempotency key gets the same reply again and is not
 * counted a second time. The keys are kept in memory, which is sufficient for measurements. A service that acts on events would
 * store their keys in its database, in the same transaction as the action. Thread-safe.
 */
final class EventsResource {

    private final Map<String, Long> numbers = new ConcurrentHashMap<>();
    private final AtomicLong last = new AtomicLong();
    private final LongAdder calls = new LongAdder();
    private final LongAdder received = new LongAdder();

    void take(Exchange exchange) throws IOException, Refusal {
        exchange.mustBe("POST");
        final List<Item> items = Item.read(exchange.body());
        calls.increment();
        received.add(items.size());
        exchange.answer(207, Map.of("items", items.stream().map(this::take).toList()));
    }

    private ObjectNode take(Item event) {
        final JsonNode key = event.fields().path("idempotencyKey");
        if (!key.isTextual() || key.textValue().isEmpty()) {
            return event.problem("its 'idempotencyKey' must be a non-empty string");
        } else if (!event.fields().has("payload")) {
            return event.problem("it has no 'payload'");
        }
        final ObjectNode answer = event.answer(200);
        answer.putObject("reply")
                .put("number", numbers.computeIfAbsent(key.textValue(), first -> last.incrementAndGet()));
        return answer;
    }

    /** Returns the number of calls, the number of events in them, and the number of different events so far. */
    Map<String, Long> counts() {
        return Map.of("calls", calls.sum(), "items", received.sum(), "distinct", (long) numbers.size());
    }
}
