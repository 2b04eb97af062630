package dev.sluice.internal.client;

import dev.sluice.transport.Lane;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
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

    /** The lanes of all gateways of this process, also of those that have ended. */
    private static final Set<EmbeddedLanes> ALL = ConcurrentHashMap.newKeySet();

    private final Map<UUID, Served> own = new ConcurrentHashMap<>();

    /** A lane that the gateway serves, or waits for, as long as {@code ended} is null. */
    private static final class Served {
        volatile Supplier<Optional<String>> holdsUp;
        volatile @Nullable Throwable ended;

        Served(Supplier<Optional<String>> holdsUp) {
            this.holdsUp = holdsUp;
        }
    }

    /**
     * Called when the gateway begins to serve a lane, for the first time or again, or to wait until another gateway ends.
     *
     * @param input the id of the lane's input queue
     * @param holdsUp returns a text that says what holds requests up, such as an operator's pause; empty if nothing does
     */
    public void serves(UUID input, Supplier<Optional<String>> holdsUp) {
        own.put(input, new Served(holdsUp));
        ALL.removeIf(other -> other != this && other.forget(input));
        ALL.add(this);
    }

    /** Forgets a lane if this gateway has ended, because the reason no longer counts. Returns whether no lane is left. */
    private boolean forget(UUID input) {
        own.computeIfPresent(input, (lane, served) -> served.ended == null ? served : null);
        return own.isEmpty();
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
            served.holdsUp = Optional::empty; // so that nothing of the gateway stays in memory
        }
    }

    /**
     * Returns why no embedded gateway serves this lane any more; empty if one still does, or waits for the lane, or if this
     * process never had such a gateway.
     */
    static Optional<Throwable> whyEnded(Lane lane) {
        final List<Served> served = served(lane);
        return served.stream().allMatch(its -> its.ended != null)
                ? served.stream().findFirst().map(its -> its.ended)
                : Optional.empty();
    }

    private static List<Served> served(Lane lane) {
        return ALL.stream()
                .map(gateway -> gateway.own.get(lane.inputId()))
                .filter(Objects::nonNull)
                .toList();
    }

    /** Returns what holds up the requests of this lane; empty if nothing does, or if the lane has no embedded gateway. */
    static Optional<String> holdsUp(Lane lane) {
        return served(lane).stream()
                .flatMap(served -> served.holdsUp.get().stream())
                .findFirst();
    }
}
