package dev.sluice.service.core;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How a backend is treated while it is slow, overloaded or unavailable. Immutable.
 *
 * @param backoff the pauses between attempts, both while the backend is unavailable and after conflicts
 * @param failAfterNanos how long requests wait for an unavailable backend before they fail; empty if they wait for ever
 * @param callsPerSecond the most calls a second; empty if there is no limit
 */
public record Resilience(Backoff backoff, OptionalLong failAfterNanos, OptionalLong callsPerSecond) {

    /** Returns a resilience in which requests wait for ever and the call rate has no limit. */
    public static Resilience of(Backoff backoff) {
        return new Resilience(backoff, OptionalLong.empty(), OptionalLong.empty());
    }

    /**
     * Returns the resilience that is configured.
     *
     * @param backoff the first pause
     * @param maxBackoff the longest pause
     * @param failAfter how long requests wait before they fail; empty if they wait for ever
     * @param callsPerSecond the most calls a second; empty if there is no limit
     */
    public static Resilience of(
            Duration backoff, Duration maxBackoff, Optional<Duration> failAfter, Optional<Integer> callsPerSecond) {
        return new Resilience(
                new Backoff(backoff.toNanos(), maxBackoff.toNanos()),
                failAfter.map(time -> OptionalLong.of(time.toNanos())).orElse(OptionalLong.empty()),
                callsPerSecond.map(OptionalLong::of).orElse(OptionalLong.empty()));
    }
}
