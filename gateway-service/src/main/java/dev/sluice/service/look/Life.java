package dev.sluice.service.look;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.Position;
import dev.sluice.service.exchange.Amounts;
import dev.sluice.service.exchange.Exchange;
import dev.sluice.service.exchange.Exchange.Side;
import dev.sluice.service.exchange.Json;
import dev.sluice.service.exchange.JsonLines;
import dev.sluice.service.pending.Decisions.Decision;
import dev.sluice.service.pending.Unwell;
import java.util.List;
import java.util.Optional;

/**
 * One request's life, from both queues.
 *
 * @param exchange the request and its result
 * @param requestBytes of the request's frame
 * @param resultBytes of the result's frame; 0 if there is none
 * @param read those that the gateway read in one go with it, itself included
 * @param call those that one call answered with it, itself included
 * @param waiting how it waits; empty if it does not
 * @param redriveOf the request that it is written again for, by a redrive
 */
public record Life(
        Exchange exchange,
        int requestBytes,
        int resultBytes,
        Optional<Together> read,
        Optional<Together> call,
        Optional<Waiting> waiting,
        Optional<Position> redriveOf) {

    private static final double MICROS = 1e3;

    /**
     * Requests that had something together.
     *
     * @param count how many
     * @param first the first of them
     * @param last the last of them; there may be others between that are none
     * @param all whether these are all: it is not looked for others without an end
     */
    public record Together(long count, Position first, Position last, boolean all) {}

    /**
     * How a request waits that has no result yet.
     *
     * @param before how many wait before it
     * @param first the first one that waits, perhaps itself
     * @param decision by which the next gateway answers it as failed
     * @param unwell the backends that its gateway finds not as they should be
     */
    public record Waiting(long before, Exchange first, Optional<Decision> decision, List<Unwell.Backend> unwell) {

        private void addTo(ObjectNode object) {
            object.put("before", before)
                    .put("first", first.position().toString())
                    .put("firstName", first.name());
            Amounts.instant(first.writtenNanos()).ifPresent(written -> object.put("firstWritten", written.toString()));
            if (!unwell.isEmpty()) {
                object.set("backends", Json.of(unwell));
            }
            decision.ifPresent(how -> object.put("decided", how.decided()));
        }
    }

    /** Whether it has no result though it does not wait any more: later ones have theirs. */
    public boolean isLost() {
        return exchange.answer().isEmpty() && waiting.isEmpty();
    }

    /** The object that {@code cat both} writes, with more members; they are only ever added. */
    public String json() {
        final ObjectNode object = JsonLines.object(exchange, Side.both);
        object.put("requestBytes", requestBytes);
        redriveOf.ifPresent(position -> object.put("redriveOf", position.toString()));
        read.ifPresent(together -> object.set("readTogether", Json.of(together)));
        call.ifPresent(together -> object.set("callTogether", Json.of(together)));
        exchange.answer().ifPresent(answer -> answer(object, answer));
        waiting.ifPresent(how -> how.addTo(object.putObject("waiting")));
        object.put("lost", isLost());
        return object.toString();
    }

    private void answer(ObjectNode object, Exchange.Answer answer) {
        final long written = exchange.writtenNanos();
        object.put("resultBytes", resultBytes);
        micros(object, "waitMicros", written, answer.readNanos());
        answer.call().ifPresent(call -> micros(object, "callMicros", call.begunNanos(), call.endedNanos()));
        micros(object, "gatewayMicros", answer.readNanos(), answer.writtenNanos());
        micros(object, "totalMicros", written, answer.writtenNanos());
    }

    private static void micros(ObjectNode object, String name, long from, long to) {
        if (from != 0 && to != 0) {
            object.put(name, (to - from) / MICROS);
        }
    }
}
