package dev.sluice.service.config;

import dev.sluice.service.config.yaml.Format;
import dev.sluice.service.config.yaml.Keys;
import dev.sluice.service.config.yaml.Keys.Key;
import dev.sluice.service.config.yaml.Section;

/**
 * The largest size of one request and one result. Whatever exceeds a limit gets a failed result of its own.
 *
 * @param requestBytes most bytes of an encoded request
 * @param resultRows most rows of a result
 * @param resultBytes most bytes of an encoded result
 * @param quarantineAfter at how many ends of the process a request that was asked alone is answered as failed; 0: never
 */
public record LimitsConfig(long requestBytes, int resultRows, long resultBytes, int quarantineAfter) {

    /** A document of the queue holds at most a quarter of its 64 MB block. */
    private static final long MAX_DOCUMENT = 15L << 20;

    static final Keys KEYS = new Keys();
    private static final Key<Long> REQUEST_BYTES =
            KEYS.of("requestBytes", Format.size(1L << 10, MAX_DOCUMENT), 1L << 20, """
            The largest request. A larger one gets a failed result; a chunk of large ones needs that much heap.""");
    private static final Key<Integer> RESULT_ROWS =
            KEYS.of("resultRows", Format.wholeNumber(1, 1_000_000), 10_000, """
            The most rows of one result. A request that finds more gets a failed result, never a shortened one.""");
    private static final Key<Long> RESULT_BYTES =
            KEYS.of("resultBytes", Format.size(1L << 10, MAX_DOCUMENT), 4L << 20, """
            The largest result. A request that finds more gets a failed result, never a shortened one.""");

    private static final Key<Integer> QUARANTINE_AFTER =
            KEYS.of("quarantineAfter", Format.wholeNumber(0, 1_000), 3, """
            A gateway that ended without being closed asks what it had in hand one at a time (more than 1,000 requests
            only after a second such end in a row), and a request that it was asking at so many such ends in a row is
            answered as failed, so that one request cannot hold up all others for ever. Low, and killing the gateway
            often may fail a slow request; 0 is off: full chunks at once, and a request that ends the process does so
            for ever.""");

    static LimitsConfig read(Section section) {
        section.allow(KEYS);
        return new LimitsConfig(
                section.get(REQUEST_BYTES),
                section.get(RESULT_ROWS),
                section.get(RESULT_BYTES),
                section.get(QUARANTINE_AFTER));
    }
}
