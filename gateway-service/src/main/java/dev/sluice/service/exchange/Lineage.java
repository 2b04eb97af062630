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

/** The headers of a request that repeats another one, and how they are read. */
public final class Lineage {

    /** The position, in the queues that were replayed, of the request that this one repeats elsewhere. */
    public static final String REPLAY_OF = "replay-of";

    /** In front of headers that meant the original: an unfinished run of a job would take the copy for its own request. */
    public static final String ORIGINAL = "original-";

    private static final Set<String> OF_THE_ORIGINAL =
            Set.of(RequestFrame.JOB, RequestFrame.RUN, RequestFrame.ITEM_NUMBER, RequestFrame.ITEM, RequestFrame.CALL);

    private Lineage() {}

    /**
     * Headers of a redrive: no deadline, as that has mostly passed, and what a run of a job knows its requests by renamed.
     *
     * @param key the idempotency key that it keeps; empty: it has its own
     */
    public static Map<String, String> redrive(RequestFrame request, Position original, Optional<String> key) {
        final Map<String, String> headers = copied(request);
        headers.put(RequestFrame.REDRIVE_OF, original.toString());
        key.ifPresent(kept -> headers.put(IdempotencyKey.HEADER, kept));
        return headers;
    }

    /** Headers of a replay; {@code redrive-of} is renamed too, as it is about other queues. */
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
     * The index of the request that a header names; empty if there is no such header, or it names none of this input: then
     * somebody else's header has this name.
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
