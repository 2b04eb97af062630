package dev.sluice.service.config;

import dev.sluice.service.config.yaml.Format;
import dev.sluice.service.config.yaml.Keys;
import dev.sluice.service.config.yaml.Keys.Key;
import dev.sluice.service.config.yaml.Section;
import java.time.Duration;

/**
 * How requests are read in chunks.
 *
 * @param limit the maximum number of requests in a chunk
 * @param linger how long a chunk that is not full waits for more requests; zero if it never waits
 * @param callsInFlight the maximum number of calls in flight at each database
 */
public record ChunkConfig(int limit, Duration linger, int callsInFlight) {

    static final Keys KEYS = new Keys();
    private static final Key<Integer> LIMIT = KEYS.of("limit", Format.wholeNumber(1, 10_000), 500, """
            The most requests of a chunk. More means fewer round trips, and a later first result.""");
    private static final Key<Duration> LINGER =
            KEYS.of("linger", Format.duration(Duration.ZERO, Duration.ofSeconds(10)), Duration.ZERO, """
            How long a chunk that is not full waits for more requests. It delays each answer to a job that asks one at a
            time.""");
    private static final Key<Integer> CALLS_IN_FLIGHT = KEYS.of("callsInFlight", Format.wholeNumber(1, 64), 2, """
            The most calls in flight at each database; each needs a connection. Services have their own key.""");

    static ChunkConfig read(Section section) {
        section.allow(KEYS);
        return new ChunkConfig(section.get(LIMIT), section.get(LINGER), section.get(CALLS_IN_FLIGHT));
    }
}
