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
 * The life of one request, from the data of both queues.
 *
 * @param exchange the request and its result
 * @param requestBytes the size of the request's frame
 * @param resultBytes the size of the result's frame; 0 if there is none
 * @param read the requests that the gateway read in one go, this one included; empty if they are not known
 * @param call the requests that the same call answered, this one included; empty if no call answered it
 * @param waiting what the request waits for; empty if it does not wait
 * @param redriveOf the failed request that a redrive has repeated with this request; empty if this is no redrive
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
     * A group of requests that were read in one go or answered by one call.
     *
     * @param count the number of requests in the group
     * @param first the first request of the group
     * @param last the last request of the group; requests between the first and the last need not belong to it
     * @param all whether the group is certainly complete; if not, it may have more requests, because the search is limited
     */
    public record Together(long count, Position first, Position last, boolean all) {}

    /**
     * What a request without a result waits for.
     *
     * @param before the number of earlier requests without a result
     * @param first the first request without a result, perhaps the request itself
     * @param decision an operator's decision that the next gateway answers the request as failed; empty if there is none
     * @param unwell the backends with a problem, as the gateway reports, see {@link Unwell}
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

    /** Returns whether the result is missing: the request has none, although later requests have results. */
    public boolean isLost() {
        return exchange.answer().isEmpty() && waiting.isEmpty();
    }

    /** Returns the JSON object that {@code cat both} writes, with additional members. Later versions only add members. */
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
