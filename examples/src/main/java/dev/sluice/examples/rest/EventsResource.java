package dev.sluice.examples.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * {@code POST /name} for many events. An event that comes again, by its idempotency key, gets the reply of the first
 * time and is not taken a second time. The keys are in memory, which is enough to measure; a service that acts on events
 * keeps them in its database, in the transaction of what it does. Any thread.
 */
final class EventsResource {

    private final String name;
    private final Map<String, Long> numbers = new ConcurrentHashMap<>();
    private final AtomicLong last = new AtomicLong();
    private final LongAdder calls = new LongAdder();
    private final LongAdder received = new LongAdder();

    EventsResource(String name) {
        this.name = name;
    }

    void take(Exchange exchange) throws IOException, Refusal {
        exchange.mustBe("POST");
        final List<Items.Item> items = Items.read(exchange.body());
        calls.increment();
        received.add(items.size());
        exchange.answer(207, json -> {
            json.writeStartObject();
            json.writeArrayFieldStart("items");
            for (final Items.Item item : items) {
                take(json, item);
            }
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    private void take(JsonGenerator json, Items.Item item) throws IOException {
        final JsonNode key = item.fields().path("idempotencyKey");
        if (!key.isTextual() || key.textValue().isEmpty()) {
            Items.problem(json, item, "its 'idempotencyKey' must be a text");
        } else if (!item.fields().has("payload")) {
            Items.problem(json, item, "it has no 'payload'");
        } else {
            final long number = numbers.computeIfAbsent(key.textValue(), first -> last.incrementAndGet());
            Items.begin(json, item, 200);
            json.writeObjectFieldStart("reply");
            json.writeNumberField("number", number);
            json.writeEndObject();
            json.writeEndObject();
        }
    }

    /** What came so far, and how many different events that were. */
    void writeCounts(JsonGenerator json) throws IOException {
        json.writeObjectFieldStart(name);
        json.writeNumberField("calls", calls.sum());
        json.writeNumberField("items", received.sum());
        json.writeNumberField("distinct", numbers.size());
        json.writeEndObject();
    }
}
