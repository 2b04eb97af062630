package dev.sluice.service.config;

import dev.sluice.service.config.yaml.Format;
import dev.sluice.service.config.yaml.Keys;
import dev.sluice.service.config.yaml.Keys.Key;
import dev.sluice.service.config.yaml.Section;

/**
 * The limits of single requests and results. Only the request that exceeds a limit gets a failed result.
 *
 * @param requestBytes the maximum number of bytes of an encoded request
 * @param resultRows the maximum number of rows of a result
 * @param resultBytes the maximum number of bytes of an encoded result
 * @param quarantineAfter the number of crashes after which a request that was processed alone is answered as failed; 0 for never
 */
public record LimitsConfig(long requestBytes, int resultRows, long resultBytes, int quarantineAfter) {

    /** A document of the queue may have at most a quarter of the queue's 64 MB block. */
    private static final long MAX_DOCUMENT = 15L << 20;

    static final Keys KEYS = new Keys();
    private static final Key<Long> REQUEST_BYTES =
            KEYS.of("requestBytes", Format.size(1L << 10, MAX_DOCUMENT), 1L << 20, """
            The largest request; a larger one gets a failed result. A chunk needs heap for all its requests.""");
    private static final Key<Integer> RESULT_ROWS =
            KEYS.of("resultRows", Format.wholeNumber(1, 1_000_000), 10_000, """
            The most rows of one result. More make a failed result, never a shortened one.""");
    private static final Key<Long> RESULT_BYTES =
            KEYS.of("resultBytes", Format.size(1L << 10, MAX_DOCUMENT), 4L << 20, """
            The largest result. A larger one becomes a failed one, never a shortened one.""");

    private static final Key<Integer> QUARANTINE_AFTER =
            KEYS.of("quarantineAfter", Format.wholeNumber(0, 1_000), 3, """
            After how many crashes in a row during one request it is answered as failed; 0 is never. To find it, the
            requests in progress at a crash are asked one at a time; if more than 1,000, only after a second crash. With
            a low number, a slow request may fail because the gateway is killed often.""");

    static LimitsConfig read(Section section) {
        section.allow(KEYS);
        return new LimitsConfig(
                section.get(REQUEST_BYTES),
                section.get(RESULT_ROWS),
                section.get(RESULT_BYTES),
                section.get(QUARANTINE_AFTER));
    }
}
