package dev.sluice.service.core;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How a backend is treated while it is slow, overloaded or away. Immutable.
 *
 * @param backoff the pauses between attempts while it is away, and after conflicts
 * @param failAfterNanos how long requests wait for a backend that is away before they fail; empty: for ever
 * @param callsPerSecond the most calls a second; empty: as many as it answers
 */
public record Resilience(Backoff backoff, OptionalLong failAfterNanos, OptionalLong callsPerSecond) {

    /** Waits for ever, with no limit to the rate. */
    public static Resilience of(Backoff backoff) {
        return new Resilience(backoff, OptionalLong.empty(), OptionalLong.empty());
    }

    /**
     * As it is configured.
     *
     * @param backoff the first pause
     * @param maxBackoff the longest
     */
    public static Resilience of(
            Duration backoff, Duration maxBackoff, Optional<Duration> failAfter, Optional<Integer> callsPerSecond) {
        return new Resilience(
                new Backoff(backoff.toNanos(), maxBackoff.toNanos()),
                failAfter.map(time -> OptionalLong.of(time.toNanos())).orElse(OptionalLong.empty()),
                callsPerSecond.map(OptionalLong::of).orElse(OptionalLong.empty()));
    }
}
