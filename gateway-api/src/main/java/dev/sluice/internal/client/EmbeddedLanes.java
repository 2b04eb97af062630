package dev.sluice.internal.client;

import dev.sluice.transport.Lane;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The lanes that one embedded gateway serves or has served. The clients in the process of the gateway ask here why they wait: a
 * wait for a gateway that has ended would never end. Any thread may use it.
 */
public final class EmbeddedLanes {

    private static final Map<UUID, Served> BY_INPUT = new ConcurrentHashMap<>();

    private final Map<UUID, Served> own = new ConcurrentHashMap<>();

    /** A lane that is served until it has a reason why not. */
    private static final class Served {
        final Supplier<Optional<String>> holdsUp;
        volatile @Nullable Throwable ended;

        Served(Supplier<Optional<String>> holdsUp) {
            this.holdsUp = holdsUp;
        }
    }

    /**
     * Called when the gateway serves a lane, perhaps again.
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

    /** Returns why the embedded gateway that served this lane last has ended; empty if it has not, or if there was none. */
    static Optional<Throwable> whyEnded(Lane lane) {
        return Optional.ofNullable(BY_INPUT.get(lane.inputId())).map(served -> served.ended);
    }

    /** Returns what holds up the requests of this lane; empty if nothing does, or if the lane has no embedded gateway. */
    static Optional<String> holdsUp(Lane lane) {
        return Optional.ofNullable(BY_INPUT.get(lane.inputId())).flatMap(served -> served.holdsUp.get());
    }
}
