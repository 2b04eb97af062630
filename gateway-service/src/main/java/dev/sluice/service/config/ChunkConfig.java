package dev.sluice.service.config;

import dev.sluice.service.config.yaml.Format;
import dev.sluice.service.config.yaml.Keys;
import dev.sluice.service.config.yaml.Keys.Key;
import dev.sluice.service.config.yaml.Section;
import java.time.Duration;

/**
 * How requests are drained.
 *
 * @param limit most requests in a chunk
 * @param linger how long a chunk may wait to fill; zero if it never waits
 * @param callsInFlight most calls asked and not yet answered, of each database
 */
public record ChunkConfig(int limit, Duration linger, int callsInFlight) {

    static final Keys KEYS = new Keys();
    private static final Key<Integer> LIMIT = KEYS.of("limit", Format.wholeNumber(1, 10_000), 100, """
            The most requests drained in one go. More means fewer round trips to the database, longer statements and
            longer waits for the first result of a chunk.""");
    private static final Key<Duration> LINGER =
            KEYS.of("linger", Format.duration(Duration.ZERO, Duration.ofSeconds(10)), Duration.ZERO, """
            How long a chunk that is not full waits for more requests; 0ms is off. Adds that much to every answer of a
            job that waits for its results.""");
    private static final Key<Integer> CALLS_IN_FLIGHT = KEYS.of("callsInFlight", Format.wholeNumber(1, 64), 2, """
            How many calls may be at each database at once. Each takes a connection of the pool. A service has a limit
            of its own, services.NAME.callsInFlight.""");

    static ChunkConfig read(Section section) {
        section.allow(KEYS);
        return new ChunkConfig(section.get(LIMIT), section.get(LINGER), section.get(CALLS_IN_FLIGHT));
    }
}
