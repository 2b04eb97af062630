package dev.sluice.service.config;

import dev.sluice.service.config.yaml.Format;
import dev.sluice.service.config.yaml.Keys;
import dev.sluice.service.config.yaml.Keys.Key;
import dev.sluice.service.config.yaml.Section;
import java.time.Duration;
import java.util.Optional;

/**
 * How a database or service is treated while it is slow, overloaded or unavailable.
 *
 * @param retries the number of attempts after which a transient failure becomes the request's result
 * @param backoff the first wait in an outage, which is doubled up to {@code maxBackoff}
 * @param failAfter how long requests wait in an outage before they fail; empty if they wait for ever
 * @param callsPerSecond the maximum number of calls a second; empty if there is no limit
 */
public record ResilienceConfig(
        int retries,
        Duration backoff,
        Duration maxBackoff,
        Optional<Duration> failAfter,
        Optional<Integer> callsPerSecond) {

    private static final Duration MILLISECOND = Duration.ofMillis(1);
    private static final Duration HOUR = Duration.ofHours(1);

    static final Keys KEYS = new Keys();
    private static final Key<Integer> RETRIES = KEYS.of("retries", Format.wholeNumber(1, 100), 3, """
            The attempts at a request after a deadlock, serialization failure, timeout or invalid response. The last
            failure is its result.""");
    private static final Key<Duration> BACKOFF =
            KEYS.of("backoff", Format.duration(MILLISECOND, HOUR), Duration.ofMillis(100), """
            The first wait in an outage. Each further one is twice as long; each is shortened by up to half at
            random.""");
    private static final Key<Duration> MAX_BACKOFF =
            KEYS.of("maxBackoff", Format.duration(MILLISECOND, HOUR), Duration.ofSeconds(10), """
            The longest wait in an outage, and until its end is noticed; not shorter than backoff.""");
    private static final Key<Optional<Duration>> OUTAGE =
            KEYS.of("outage", Format.outage(MILLISECOND, Duration.ofDays(365)), Optional.empty(), """
            What happens while the backend is away. With hold requests wait, and all later results. With fail-after 5m,
            after five minutes reads fail, and events and at-least-once updates that were never sent; exactly-once
            updates wait.""");
    private static final Key<Integer> CALLS_PER_SECOND =
            KEYS.optional("callsPerSecond", Format.wholeNumber(1, 1_000_000), "no limit", """
            The most calls a second. One call answers many requests.""");

    static ResilienceConfig read(Section section) {
        final ResilienceConfig resilience = new ResilienceConfig(
                section.get(RETRIES),
                section.get(BACKOFF),
                section.get(MAX_BACKOFF),
                section.get(OUTAGE),
                section.find(CALLS_PER_SECOND));
        section.checkAtLeast(BACKOFF, resilience.backoff, MAX_BACKOFF, resilience.maxBackoff);
        return resilience;
    }
}
