package dev.sluice.service.config;

import dev.sluice.service.config.yaml.Format;
import dev.sluice.service.config.yaml.Keys;
import dev.sluice.service.config.yaml.Keys.Key;
import dev.sluice.service.config.yaml.Section;
import java.time.Duration;
import java.util.Optional;

/**
 * How a backend, database or service, is treated while it is slow, overloaded or away.
 *
 * @param retries attempts before a passing failure is the item's own
 * @param backoff the first wait in an outage, doubled up to {@code maxBackoff}
 * @param failAfter how long requests wait in an outage before they fail; empty: for ever
 * @param callsPerSecond the most calls a second; empty: no limit
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
            Attempts at a request that meets a deadlock, a serialization failure, a timeout or a response that cannot
            be believed, until that is its result.""");
    private static final Key<Duration> BACKOFF =
            KEYS.of("backoff", Format.duration(MILLISECOND, HOUR), Duration.ofMillis(100), """
            The first wait in an outage, doubled for each further one, and shortened by chance by up to half. Too short
            floods a backend that is starting.""");
    private static final Key<Duration> MAX_BACKOFF =
            KEYS.of("maxBackoff", Format.duration(MILLISECOND, HOUR), Duration.ofSeconds(10), """
            The longest wait in an outage: also how late its end may be noticed. Not shorter than backoff.""");
    private static final Key<Optional<Duration>> OUTAGE =
            KEYS.of("outage", Format.outage(MILLISECOND, Duration.ofDays(365)), Optional.empty(), """
            What happens to requests while the backend is away. hold keeps them until it is back, and with them
            everything after them; fail-after 5m lets reads fail once it has been away for so long. Updates that must
            happen exactly once are held in any case.""");
    private static final Key<Integer> CALLS_PER_SECOND =
            KEYS.optional("callsPerSecond", Format.wholeNumber(1, 1_000_000), "no limit", """
            The most calls a second. One call answers many requests, so this spares the backend's connections more than
            it slows the job.""");

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
