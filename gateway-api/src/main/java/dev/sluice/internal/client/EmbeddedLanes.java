package dev.sluice.internal.client;

import dev.sluice.transport.Lane;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The lanes that one embedded gateway serves or has served. A client in the gateway's process looks here why its requests have no
 * results yet. If the gateway has ended, the client stops waiting, because no result would ever come. Any thread may use this
 * object.
 */
public final class EmbeddedLanes {

    private static final Map<UUID, Served> BY_INPUT = new ConcurrentHashMap<>();

    private final Map<UUID, Served> own = new ConcurrentHashMap<>();

    /** A lane of the gateway. The gateway serves the lane as long as {@code ended} is null. */
    private static final class Served {
        final Supplier<Optional<String>> holdsUp;
        volatile @Nullable Throwable ended;

        Served(Supplier<Optional<String>> holdsUp) {
            this.holdsUp = holdsUp;
        }
    }

    /**
     * Called when the gateway begins to serve a lane, for the first time or again.
     *
     * @param input the id of the lane's input queue
     * @param holdsUp returns a text that says what holds requests up, such as an operator's pause; empty if nothing does
     */
    public void serves(UUID input, Supplier<Optional<String>> holdsUp) {
        final Served served = new Served(holdsUp);
        own.put(input, served);
        BY_INPUT.put(input, served);
    }

    /** Called when a lane of the gateway has failed and is not opened again. */
    public void ended(UUID input, Throwable why) {
        end(own.get(input), why);
    }

    /** Called when the gateway has ended. A lane that had ended before keeps its own reason. */
    public void ended(Throwable why) {
        own.values().forEach(served -> end(served, why));
    }

    private static void end(@Nullable Served served, Throwable why) {
        if (served != null && served.ended == null) {
            served.ended = why;
        }
    }

    /**
     * Returns why the embedded gateway no longer serves this lane; empty if it still does, or if this process never had such a
     * gateway.
     */
    static Optional<Throwable> whyEnded(Lane lane) {
        return Optional.ofNullable(BY_INPUT.get(lane.inputId())).map(served -> served.ended);
    }

    /** Returns what holds up the requests of this lane; empty if nothing does, or if the lane has no embedded gateway. */
    static Optional<String> holdsUp(Lane lane) {
        return Optional.ofNullable(BY_INPUT.get(lane.inputId())).flatMap(served -> served.holdsUp.get());
    }
}
