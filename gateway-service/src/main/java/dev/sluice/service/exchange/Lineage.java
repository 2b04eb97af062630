package dev.sluice.service.exchange;

import dev.sluice.api.FutureRequests;
import dev.sluice.api.Position;
import dev.sluice.internal.wire.IdempotencyKey;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.transport.Lane;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/** Creates and reads the headers of a request that repeats another request, by a redrive or a replay. */
public final class Lineage {

    /** The header with the position of the repeated request in the queues that are replayed. */
    public static final String REPLAY_OF = "replay-of";

    /**
     * The prefix of renamed headers. A run of a job recognizes its requests by some headers, so these are renamed in a copy;
     * otherwise an unfinished run would take the copy for its own request.
     */
    public static final String ORIGINAL = "original-";

    private static final Set<String> OF_THE_ORIGINAL =
            Set.of(RequestFrame.JOB, RequestFrame.RUN, RequestFrame.ITEM_NUMBER, RequestFrame.ITEM, RequestFrame.CALL);

    private Lineage() {}

    /**
     * Returns the headers of a redriven request. The deadline is removed, because it has usually passed. The headers that
     * identify the requests of a run are renamed.
     *
     * @param key the idempotency key of the original if the copy must keep it; if empty, the copy gets a new one
     */
    public static Map<String, String> redrive(RequestFrame request, Position original, Optional<String> key) {
        final Map<String, String> headers = copied(request);
        headers.put(RequestFrame.REDRIVE_OF, original.toString());
        key.ifPresent(kept -> headers.put(IdempotencyKey.HEADER, kept));
        return headers;
    }

    /**
     * Returns the headers of a replayed request. {@code redrive-of} is renamed, too, because it refers to the original queues.
     */
    public static Map<String, String> replay(RequestFrame request, Position original) {
        final Map<String, String> headers = copied(request);
        final String redriven = headers.remove(RequestFrame.REDRIVE_OF);
        if (redriven != null) {
            headers.put(ORIGINAL + RequestFrame.REDRIVE_OF, redriven);
        }
        headers.put(REPLAY_OF, original.toString());
        return headers;
    }

    private static Map<String, String> copied(RequestFrame request) {
        final Map<String, String> headers = new TreeMap<>();
        request.headers()
                .forEach((name, value) -> headers.put(OF_THE_ORIGINAL.contains(name) ? ORIGINAL + name : name, value));
        headers.remove(FutureRequests.DEADLINE);
        headers.remove(IdempotencyKey.HEADER);
        return headers;
    }

    /**
     * Returns the index of the request that a header names; empty if there is no such header, or if its value is not a position
     * in this input. In the latter case a job uses the same name for a header of its own.
     */
    public static OptionalLong index(Lane pair, RequestFrame request, String header) {
        final String position = request.headers().get(header);
        if (position == null) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(pair.inputIndex(Position.parse(position)));
        } catch (final IllegalArgumentException e) {
            return OptionalLong.empty();
        }
    }
}
