package dev.sluice.service.config;

import dev.sluice.service.config.yaml.Format;
import dev.sluice.service.config.yaml.Keys;
import dev.sluice.service.config.yaml.Keys.Key;
import dev.sluice.service.config.yaml.Section;
import java.time.Duration;
import java.util.Optional;

/**
 * How answers of a lookup are kept.
 *
 * @param entries the most keys whose answers are kept
 * @param ttl how long what was found is kept
 * @param notFoundTtl how long it is kept that there is nothing with a key
 */
public record CacheConfig(int entries, Duration ttl, Duration notFoundTtl) {

    private static final Duration LONGEST = Duration.ofDays(30);

    static final Keys KEYS = new Keys();
    private static final Key<Integer> ENTRIES =
            KEYS.optional("entries", Format.wholeNumber(1, 100_000_000), "no cache", """
            The most keys whose answers are kept, those used least go first. They take heap: entries times the size of
            a result.""");
    private static final Key<Duration> TTL =
            KEYS.of("ttl", Format.duration(Duration.ofMillis(1), LONGEST), Duration.ofMinutes(5), """
            How long an answer is kept. An update that this gateway runs drops at once what it may change; what others
            write is not seen for so long.""");
    private static final Key<Duration> NOT_FOUND_TTL =
            KEYS.optional("notFoundTtl", Format.duration(Duration.ofMillis(1), LONGEST), "ttl", """
            How long it is kept that nothing was found. Shorter than ttl where somebody adds what was asked for.""");

    static final String SECTION = "cache";

    /**
     * Reads the section {@code cache} of a lookup; empty if it is left out.
     *
     * @param chunk whether requests of the lookup may share a call
     */
    static Optional<CacheConfig> read(Section lookup, boolean chunk) {
        final Section section = lookup.child(SECTION);
        section.allow(KEYS);
        if (section.has(ENTRIES) && !chunk) {
            section.report("a lookup that is called once for each request, as chunk: false says, has no cache");
        }
        if (!section.has(ENTRIES)) {
            if (section.has(TTL) || section.has(NOT_FOUND_TTL)) {
                section.require(ENTRIES, 1);
            }
            return Optional.empty();
        }
        final Duration ttl = section.get(TTL);
        return section.find(ENTRIES).map(entries -> new CacheConfig(entries, ttl, section.get(NOT_FOUND_TTL, ttl)));
    }
}
